# PowerShell completion for cal and calctl. Written by: cal completion powershell
# Try it: cal completion powershell | Out-String | Invoke-Expression

$script:CalSubcommands = @{
  '' = @('events|events', 'venues|venues', 'organizers|organizers', 'categories|categories', 'tags|tags', 'agenda|list what is on, day by day', 'month|show a month as a grid, or a year', 'week|show a week as a grid', 'explain|explain a kind of record, a field or a filter, offline', 'import|create and update many records from files', 'validate|check files without a server', 'export|write a calendar to files that can be imported again', 'history|', 'apply|make the calendar what a file says', 'diff|show what apply would change', 'serve|serve a calendar file over HTTP', 'backup|copy a calendar file, also while it is served', 'restore|make a calendar file what a copy is; what it was is kept beside it', 'api|send any request to the interface', 'index|show the index of the namespace', 'doc|show how the interface describes itself (OpenAPI)', 'init|find a calendar service and save it as a profile', 'login|keep a secret for a calendar service', 'logout|forget the secret kept for a calendar service', 'profile|', 'config|', 'doctor|check configuration, connection and rights', 'demo|make a calendar file with a sample calendar', 'help|show help for a command or a topic', 'completion|write the completion script of a shell')
  'events' = @('list|list events', 'get|show one event or several', 'create|create an event', 'update|change one event or several', 'delete|delete one event or several')
  'venues' = @('list|list venues', 'get|show one venue or several', 'create|create a venue', 'update|change one venue or several', 'delete|delete one venue or several')
  'organizers' = @('list|list organizers', 'get|show one organizer or several', 'create|create an organizer', 'update|change one organizer or several', 'delete|delete one organizer or several')
  'categories' = @('list|list categories', 'get|show one category or several', 'create|create a category', 'update|change one category or several', 'delete|delete one category or several', 'tree|show categories below their parents')
  'tags' = @('list|list tags', 'get|show one tag or several', 'create|create a tag', 'update|change one tag or several', 'delete|delete one tag or several')
  'history' = @('list|show the runs that changed many records', 'show|show what a run wrote', 'undo|take a run back')
  'serve' = @('reset|bring a calendar served from :memory: back to its start', 'snapshot|keep the present state of a calendar served from :memory:', 'restore|bring a calendar served from :memory: back to a kept state', 'requests|list the last requests to a calendar served from :memory:')
  'profile' = @('list|list profiles', 'use|use a profile from now on', 'show|show a profile', 'remove|remove a profile')
  'config' = @('list|show every setting and where it comes from', 'get|show the value of a setting', 'set|set a setting in the user’s file', 'unset|remove a setting from the user’s file', 'path|show which files are read')
}
$script:CalFlags = @{
  'events list' = @('--page|page of results', '--per-page|events per page', '--start-date|starts on or after this day', '--end-date|ends on or before this day', '--starts-before|starts before this moment', '--starts-after|starts after this moment', '--ends-before|ends before this moment', '--ends-after|ends after this moment', '--strict-dates|exact times instead of whole days', '--no-strict-dates|exact times instead of whole days', '--search|text in title or description', '--categories|in any of these categories (id or slug)', '--tags|with any of these tags (id or slug)', '--venue|at any of these venues (id)', '--organizer|by any of these organizers (id)', '--featured|only featured events, or only others', '--no-featured|only featured events, or only others', '--status|publication status', '--geoloc|venue has coordinates (premium extension)', '--no-geoloc|venue has coordinates (premium extension)', '--geoloc-lat|near this latitude, with geoloc_lng (premium extension)', '--geoloc-lng|near this longitude, with geoloc_lat (premium extension)', '--include|only events with these ids; date filters are ignored', '--post-parent|children of this event (id)', '--ticketed|with or without tickets', '--no-ticketed|with or without tickets', '--all|every page', '--limit|so many at most, from as many pages as it takes', '--param|add an undocumented parameter', '--any-date|past and future without bounds')
  'events get' = @('--password|password of a protected event')
  'events create' = @('--author|author (user id)', '--date|publication date', '--date-utc|publication date in UTC', '--title|title', '--description|description', '--slug|slug (post name)', '--excerpt|excerpt', '--status|publication status', '--timezone|time zone', '--all-day|lasts whole days', '--no-all-day|lasts whole days', '--start-date|start date and time', '--end-date|end date and time', '--image|featured image: an id or a URL', '--cost|cost', '--website|website URL', '--show-map|show a map', '--no-show-map|show a map', '--show-map-link|show a link to a map', '--no-show-map-link|show a link to a map', '--hide-from-listings|leave out of calendar views', '--no-hide-from-listings|leave out of calendar views', '--sticky|keep on top in the calendar view', '--no-sticky|keep on top in the calendar view', '--featured|highlight on the site', '--no-featured|highlight on the site', '--categories|categories (id, slug or name)', '--tags|tags (id, slug or name)', '--venue|venue (id or data)', '--organizer|organizers (id or data)', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--duration|how long it lasts instead of --end-date: 90m, 1h30m, 2d', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids')
  'events update' = @('--author|author (user id)', '--date|publication date', '--date-utc|publication date in UTC', '--title|title', '--description|description', '--slug|slug (post name)', '--excerpt|excerpt', '--status|publication status', '--timezone|time zone', '--all-day|lasts whole days', '--no-all-day|lasts whole days', '--start-date|start date and time', '--end-date|end date and time', '--image|featured image: an id or a URL', '--cost|cost', '--website|website URL', '--show-map|show a map', '--no-show-map|show a map', '--show-map-link|show a link to a map', '--no-show-map-link|show a link to a map', '--hide-from-listings|leave out of calendar views', '--no-hide-from-listings|leave out of calendar views', '--sticky|keep on top in the calendar view', '--no-sticky|keep on top in the calendar view', '--featured|highlight on the site', '--no-featured|highlight on the site', '--categories|categories (id, slug or name)', '--tags|tags (id, slug or name)', '--venue|venue (id or data)', '--organizer|organizers (id or data)', '--password|password of a protected event', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--duration|how long it lasts instead of --end-date: 90m, 1h30m, 2d', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking', '--only-given|send just what is given; services may reset the rest')
  'events delete' = @('--password|password of a protected event', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking')
  'venues list' = @('--page|page of results', '--per-page|venues per page', '--search|text in name, description or custom fields', '--event|venues of this event (id)', '--has-events|only venues with events, or only others', '--no-has-events|only venues with events, or only others', '--only-with-upcoming|only venues with upcoming events', '--no-only-with-upcoming|only venues with upcoming events', '--status|publication status', '--all|every page', '--limit|so many at most, from as many pages as it takes', '--param|add an undocumented parameter')
  'venues create' = @('--author|author (user id)', '--date|publication date', '--date-utc|publication date in UTC', '--venue|name', '--description|description', '--status|publication status', '--show-map|events here show a map', '--no-show-map|events here show a map', '--show-map-link|events here show a link to a map', '--no-show-map-link|events here show a link to a map', '--address|street address', '--city|city', '--country|country', '--province|province', '--state|state', '--zip|postal code', '--phone|phone number', '--stateprovince|state or province', '--website|website URL', '--image|featured image: an id or a URL', '--name|name', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--allow-duplicate|even if the name exists')
  'venues update' = @('--author|author (user id)', '--date|publication date', '--date-utc|publication date in UTC', '--venue|name', '--description|description', '--status|publication status', '--show-map|events here show a map', '--no-show-map|events here show a map', '--show-map-link|events here show a link to a map', '--no-show-map-link|events here show a link to a map', '--address|street address', '--city|city', '--country|country', '--province|province', '--state|state', '--zip|postal code', '--phone|phone number', '--stateprovince|state or province', '--website|website URL', '--image|featured image: an id or a URL', '--name|name', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking', '--only-given|send just what is given; services may reset the rest')
  'venues delete' = @('--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking')
  'organizers list' = @('--page|page of results', '--per-page|organizers per page', '--search|text in name, description or custom fields', '--event|organizers of this event (id)', '--has-events|only organizers with events, or only others', '--no-has-events|only organizers with events, or only others', '--only-with-upcoming|only organizers with upcoming events', '--no-only-with-upcoming|only organizers with upcoming events', '--status|publication status', '--all|every page', '--limit|so many at most, from as many pages as it takes', '--param|add an undocumented parameter')
  'organizers create' = @('--author|author (user id)', '--date|publication date', '--date-utc|publication date in UTC', '--organizer|name', '--description|description', '--status|publication status', '--phone|phone number', '--website|website URL', '--email|e-mail address', '--image|featured image: an id or a URL', '--name|name', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--allow-duplicate|even if the name exists')
  'organizers update' = @('--author|author (user id)', '--date|publication date', '--date-utc|publication date in UTC', '--organizer|name', '--description|description', '--status|publication status', '--phone|phone number', '--website|website URL', '--email|e-mail address', '--image|featured image: an id or a URL', '--name|name', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking', '--only-given|send just what is given; services may reset the rest')
  'organizers delete' = @('--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking')
  'categories list' = @('--page|page of results', '--per-page|categories per page', '--search|text in name or slug', '--exclude|without these ids', '--include|only these ids', '--order|sort direction: asc or desc', '--orderby|attribute to sort by', '--hide-empty|without categories that no event uses', '--no-hide-empty|without categories that no event uses', '--parent|under this category (id)', '--post|categories of this event (id)', '--event|the same as post', '--slug|with this slug', '--all|every page', '--limit|so many at most, from as many pages as it takes', '--param|add an undocumented parameter')
  'categories create' = @('--name|name', '--description|description', '--slug|slug', '--parent|parent category (id)', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids')
  'categories update' = @('--name|name', '--description|description', '--slug|slug', '--parent|parent category (id)', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking', '--only-given|send just what is given; services may reset the rest')
  'categories delete' = @('--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking')
  'tags list' = @('--page|page of results', '--per-page|tags per page', '--search|text in name or slug', '--exclude|without these ids', '--include|only these ids', '--order|sort direction: asc or desc', '--orderby|attribute to sort by', '--hide-empty|without tags that no event uses', '--no-hide-empty|without tags that no event uses', '--post|tags of this event (id)', '--event|the same as post', '--slug|with this slug', '--all|every page', '--limit|so many at most, from as many pages as it takes', '--param|add an undocumented parameter')
  'tags create' = @('--name|name', '--description|description', '--slug|slug', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids')
  'tags update' = @('--name|name', '--description|description', '--slug|slug', '--file|take fields from a JSON or YAML file, one record or many; - is standard input', '--data|fields as JSON, over those of the file', '--set|one field, over file and data; venue.city reaches inside', '--unset|clear a field, or leave out the one a file gives', '--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking', '--only-given|send just what is given; services may reset the rest')
  'tags delete' = @('--dry-run|show the requests and send none that changes anything', '--porcelain|print only the ids', '--yes|do it without asking')
  'agenda' = @('--search|text in title or description', '--categories|in any of these categories (id or slug)', '--tags|with any of these tags (id or slug)', '--venue|at any of these venues (id)', '--organizer|by any of these organizers (id)', '--featured|only featured events, or only others', '--no-featured|only featured events, or only others', '--status|publication status', '--tz|show times in this zone instead of each event’s own', '--week-start|first day of the week; by default the locale’s')
  'month' = @('--search|text in title or description', '--categories|in any of these categories (id or slug)', '--tags|with any of these tags (id or slug)', '--venue|at any of these venues (id)', '--organizer|by any of these organizers (id)', '--featured|only featured events, or only others', '--no-featured|only featured events, or only others', '--status|publication status', '--tz|show times in this zone instead of each event’s own', '--week-start|first day of the week; by default the locale’s')
  'week' = @('--search|text in title or description', '--categories|in any of these categories (id or slug)', '--tags|with any of these tags (id or slug)', '--venue|at any of these venues (id)', '--organizer|by any of these organizers (id)', '--featured|only featured events, or only others', '--no-featured|only featured events, or only others', '--status|publication status', '--tz|show times in this zone instead of each event’s own', '--week-start|first day of the week; by default the locale’s')
  'categories tree' = @('--hide-empty|without categories that no event uses', '--no-hide-empty|without categories that no event uses')
  'import' = @('--kind|kind of records, where the file does not tell', '--format|format, where the name does not tell', '--map|meaning of a column', '--date-order|order of dates such as 3/4/2026', '--until|expand repeated events up to here; 24 months where nothing is said', '--match|what tells that records are the same: id, slug, uid, title+start_date', '--without|leave these fields out', '--on-existing|records that are there with other values', '--create-missing|create venues, organizers and terms that are only named', '--dry-run|show the plan and change nothing', '--exit-code|with --dry-run: exit 10 where there is something to do', '--concurrency|requests at the same time; 4, or 256 for file:', '--rate|requests a second at most: 5/s', '--stop-on-error|end after so many failed records', '--progress|how progress is shown', '--rejected|file for records that are turned down', '--resume|go on with a run that broke off: the newest, or the one named instead of files', '--yes|do it without asking')
  'validate' = @('--kind|kind of records, where the file does not tell', '--format|format, where the name does not tell', '--map|meaning of a column', '--date-order|order of dates such as 3/4/2026', '--until|expand repeated events up to here; 24 months where nothing is said', '--match|what tells that records are the same: id, slug, uid, title+start_date', '--without|leave these fields out')
  'export' = @('--to|file or folder/ instead of standard output', '--format|format, where the name does not tell; json', '--since|only what was changed from then on', '--stable|for version control: sorted, without ids and dates of publication')
  'history undo' = @('--dry-run|show the plan and change nothing', '--exit-code|with --dry-run: exit 10 where there is something to do', '--concurrency|requests at the same time; 4, or 256 for file:', '--rate|requests a second at most: 5/s', '--stop-on-error|end after so many failed records', '--progress|how progress is shown', '--yes|do it without asking')
  'apply' = @('--file|calendar file; cal explain apply shows what it may hold', '--create-missing|create venues, organizers and terms that are only named', '--seed|number that decides the choices of the file', '--prune|delete what an earlier apply of this file created and it names no longer', '--max-delete|delete so many at most', '--dry-run|show the plan and change nothing', '--exit-code|with --dry-run: exit 10 where there is something to do', '--concurrency|requests at the same time; 4, or 256 for file:', '--rate|requests a second at most: 5/s', '--stop-on-error|end after so many failed records', '--progress|how progress is shown', '--yes|do it without asking')
  'diff' = @('--file|calendar file; cal explain apply shows what it may hold', '--create-missing|create venues, organizers and terms that are only named', '--seed|number that decides the choices of the file', '--prune|delete what an earlier apply of this file created and it names no longer', '--exit-code|with --dry-run: exit 10 where there is something to do')
  'serve' = @('--data|calendar file, made if there is none; :memory: is gone at the end, and what a COMMAND gets', '--host|address to listen on', '--port|port to listen on; 0 takes any free one', '--root|first segment of the api root', '--vendor|second segment of the api root', '--timezone|zone of the calendar, kept in the file: Europe/Berlin, UTC+2', '--users|JSON list of users: login, password, role, also id and email', '--user|one user', '--now|stop the clock at this moment', '--premium|filter events by the coordinates of their venue', '--geofence|with --premium: how far away is near', '--allow-host|name this service goes by, beside its addresses', '--cors|let pages of this origin use it: https://example.org', '--tls-cert|certificate (PEM); speaks HTTPS then', '--tls-key|key of the certificate (PEM)', '--read-only|refuse every change', '--quirks|answer to the letter as deployed services do, for testing scripts meant for them', '--first-id|smallest id that a new calendar gives', '--seed|fill it from this file first: YAML, JSON, CSV, ICS; :memory: then, unless --data says else', '--ready-file|write this file when it answers, remove it at the end', '--print-env|print the variables that lead here: sh, github or json', '--latency|answer later, by so many milliseconds: 50..200', '--fail|fail a share of requests: ''POST /events:5%:503''', '--rate-limit|turn requests away beyond this rate: 10/s, 100/m', '--random-seed|which requests are slow or fail: the same for the same number')
  'backup' = @('--data|the calendar file')
  'restore' = @('--data|the calendar file', '--yes|do it without asking')
  'api' = @('--data|body: JSON, @FILE or @- for standard input', '--param|add a parameter to the query')
  'index' = @('--namespace|namespace to describe', '--context|scope of the answer')
  'init' = @('--name|name of the profile')
  'login' = @('--kind|how to sign in: an application password, a bearer token, a header', '--user|user name, for basic', '--header-name|name of the header, for header', '--stdin|read the secret from standard input')
  'profile remove' = @('--yes|do it without asking')
}
$script:CalGlobalFlags = @('--output|format of the data on standard output', '--json|the same as -o json', '--fields|show only these fields: id,title,venue.city', '--sort|sort what is shown by this field; -FIELD the other way round', '--jq|the data as JSON through a jq expression', '--template|a line for each record: ''{{id}} {{title}}''', '--no-header|leave out the line with the names of the columns', '--csv-safe|CSV: escape what a spreadsheet would calculate', '--color|when to use colours', '--no-pager|never show output page by page', '--api-root|address of the interface, or file:./calendar.db', '--profile|profile to use', '--confirm|write to this protected profile without being asked for its name', '--timeout|time limit for one request', '--insecure-http|send credentials over plain HTTP', '--lang|language of texts: en or de', '--no-input|never ask for anything', '--show-request|show each request as a curl command', '--debug|show requests, answers and, for a bug, where it is', '--help|show this help', '--version|show the version')
$script:CalSources = @{
  '* --output' = @('table|', 'json|', 'ndjson|', 'csv|', 'tsv|', 'yaml|', 'md|', 'ids|', 'count|', 'ics|')
  '* -o' = @('table|', 'json|', 'ndjson|', 'csv|', 'tsv|', 'yaml|', 'md|', 'ids|', 'count|', 'ics|')
  '* --fields' = @('id|ID', 'author|author (user id)', 'date|publication date', 'date_utc|publication date in UTC', 'title|title', 'description|description', 'slug|slug', 'excerpt|excerpt', 'status|publication status', 'timezone|time zone', 'all_day|lasts whole days', 'start_date|start date and time', 'end_date|end date and time', 'image|featured image: an id or a URL', 'cost|cost', 'website|website URL', 'show_map|events here show a map', 'show_map_link|events here show a link to a map', 'hide_from_listings|leave out of calendar views', 'sticky|keep on top in the calendar view', 'featured|highlight on the site', 'categories|categories (id, slug or name)', 'tags|tags (id, slug or name)', 'venue|name', 'organizer|name', 'address|street address', 'city|city', 'country|country', 'province|province', 'state|state', 'zip|postal code', 'phone|phone number', 'stateprovince|state or province', 'email|e-mail address', 'name|name', 'parent|parent category (id)', 'url|', 'venue.venue|', 'venue.city|')
  '* --sort' = @('id|ID', 'author|author (user id)', 'date|publication date', 'date_utc|publication date in UTC', 'title|title', 'description|description', 'slug|slug', 'excerpt|excerpt', 'status|publication status', 'timezone|time zone', 'all_day|lasts whole days', 'start_date|start date and time', 'end_date|end date and time', 'image|featured image: an id or a URL', 'cost|cost', 'website|website URL', 'show_map|events here show a map', 'show_map_link|events here show a link to a map', 'hide_from_listings|leave out of calendar views', 'sticky|keep on top in the calendar view', 'featured|highlight on the site', 'categories|categories (id, slug or name)', 'tags|tags (id, slug or name)', 'venue|name', 'organizer|name', 'address|street address', 'city|city', 'country|country', 'province|province', 'state|state', 'zip|postal code', 'phone|phone number', 'stateprovince|state or province', 'email|e-mail address', 'name|name', 'parent|parent category (id)', 'url|', 'venue.venue|', 'venue.city|')
  '* --color' = @('auto|', 'always|', 'never|')
  '* --profile' = @('@profiles')
  '* --confirm' = @('@profiles')
  '* --lang' = @('en|', 'de|')
  'events list --categories' = @('@categories')
  'events list --tags' = @('@tags')
  'events list --venue' = @('@venues')
  'events list --organizer' = @('@organizers')
  'events list --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'events create --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'events create --timezone' = @('@zones')
  'events create --categories' = @('@categories')
  'events create --tags' = @('@tags')
  'events create --venue' = @('@venues')
  'events create --organizer' = @('@organizers')
  'events create --file' = @('@files')
  'events create -f' = @('@files')
  'events update --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'events update --timezone' = @('@zones')
  'events update --categories' = @('@categories')
  'events update --tags' = @('@tags')
  'events update --venue' = @('@venues')
  'events update --organizer' = @('@organizers')
  'events update --file' = @('@files')
  'events update -f' = @('@files')
  'venues list --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'venues create --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'venues create --file' = @('@files')
  'venues create -f' = @('@files')
  'venues update --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'venues update --file' = @('@files')
  'venues update -f' = @('@files')
  'organizers list --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'organizers create --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'organizers create --file' = @('@files')
  'organizers create -f' = @('@files')
  'organizers update --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'organizers update --file' = @('@files')
  'organizers update -f' = @('@files')
  'categories list --order' = @('asc|', 'desc|')
  'categories list --parent' = @('@categories')
  'categories create --parent' = @('@categories')
  'categories create --file' = @('@files')
  'categories create -f' = @('@files')
  'categories update --parent' = @('@categories')
  'categories update --file' = @('@files')
  'categories update -f' = @('@files')
  'tags list --order' = @('asc|', 'desc|')
  'tags create --file' = @('@files')
  'tags create -f' = @('@files')
  'tags update --file' = @('@files')
  'tags update -f' = @('@files')
  'agenda --categories' = @('@categories')
  'agenda --tags' = @('@tags')
  'agenda --venue' = @('@venues')
  'agenda --organizer' = @('@organizers')
  'agenda --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'agenda --tz' = @('@zones')
  'agenda --week-start' = @('monday|', 'tuesday|', 'wednesday|', 'thursday|', 'friday|', 'saturday|', 'sunday|')
  'month --categories' = @('@categories')
  'month --tags' = @('@tags')
  'month --venue' = @('@venues')
  'month --organizer' = @('@organizers')
  'month --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'month --tz' = @('@zones')
  'month --week-start' = @('monday|', 'tuesday|', 'wednesday|', 'thursday|', 'friday|', 'saturday|', 'sunday|')
  'week --categories' = @('@categories')
  'week --tags' = @('@tags')
  'week --venue' = @('@venues')
  'week --organizer' = @('@organizers')
  'week --status' = @('publish|', 'draft|', 'pending|', 'private|', 'future|', 'trash|')
  'week --tz' = @('@zones')
  'week --week-start' = @('monday|', 'tuesday|', 'wednesday|', 'thursday|', 'friday|', 'saturday|', 'sunday|')
  'import --format' = @('json|', 'ndjson|', 'csv|', 'tsv|', 'yaml|', 'ics|')
  'import --date-order' = @('mdy|', 'dmy|', 'ymd|')
  'import --on-existing' = @('error|', 'update|', 'skip|')
  'import --progress' = @('auto|', 'bar|', 'lines|', 'ndjson|', 'none|')
  'import --rejected' = @('@files')
  'validate --format' = @('json|', 'ndjson|', 'csv|', 'tsv|', 'yaml|', 'ics|')
  'validate --date-order' = @('mdy|', 'dmy|', 'ymd|')
  'export --format' = @('json|', 'ndjson|', 'csv|', 'yaml|', 'ics|')
  'history undo --progress' = @('auto|', 'bar|', 'lines|', 'ndjson|', 'none|')
  'apply --file' = @('@files')
  'apply -f' = @('@files')
  'apply --progress' = @('auto|', 'bar|', 'lines|', 'ndjson|', 'none|')
  'diff --file' = @('@files')
  'diff -f' = @('@files')
  'serve --print-env' = @('sh|', 'github|', 'json|')
  'login --kind' = @('basic|', 'bearer|', 'header|')
}
$script:CalOperands = @{
  'events get' = @('@events')
  'events update' = @('@events')
  'events delete' = @('@events')
  'venues get' = @('@venues')
  'venues update' = @('@venues')
  'venues delete' = @('@venues')
  'organizers get' = @('@organizers')
  'organizers update' = @('@organizers')
  'organizers delete' = @('@organizers')
  'categories get' = @('@categories')
  'categories update' = @('@categories')
  'categories delete' = @('@categories')
  'tags get' = @('@tags')
  'tags update' = @('@tags')
  'tags delete' = @('@tags')
  'explain' = @('event|event', 'event.page|page of results', 'event.per_page|events per page', 'event.start_date|start date and time', 'event.end_date|end date and time', 'event.starts_before|starts before this moment', 'event.starts_after|starts after this moment', 'event.ends_before|ends before this moment', 'event.ends_after|ends after this moment', 'event.strict_dates|exact times instead of whole days', 'event.search|text in title or description', 'event.categories|categories (id, slug or name)', 'event.tags|tags (id, slug or name)', 'event.venue|venue (id or data)', 'event.organizer|organizers (id or data)', 'event.featured|highlight on the site', 'event.status|publication status', 'event.geoloc|venue has coordinates (premium extension)', 'event.geoloc_lat|near this latitude, with geoloc_lng (premium extension)', 'event.geoloc_lng|near this longitude, with geoloc_lat (premium extension)', 'event.include|only events with these ids; date filters are ignored', 'event.post_parent|children of this event (id)', 'event.ticketed|with or without tickets', 'event.author|author (user id)', 'event.date|publication date', 'event.date_utc|publication date in UTC', 'event.title|title', 'event.description|description', 'event.slug|slug (post name)', 'event.excerpt|excerpt', 'event.timezone|time zone', 'event.all_day|lasts whole days', 'event.image|featured image: an id or a URL', 'event.cost|cost', 'event.website|website URL', 'event.show_map|show a map', 'event.show_map_link|show a link to a map', 'event.hide_from_listings|leave out of calendar views', 'event.sticky|keep on top in the calendar view', 'venue|venue', 'venue.page|page of results', 'venue.per_page|venues per page', 'venue.search|text in name, description or custom fields', 'venue.event|venues of this event (id)', 'venue.has_events|only venues with events, or only others', 'venue.only_with_upcoming|only venues with upcoming events', 'venue.status|publication status', 'venue.author|author (user id)', 'venue.date|publication date', 'venue.date_utc|publication date in UTC', 'venue.venue|name', 'venue.description|description', 'venue.show_map|events here show a map', 'venue.show_map_link|events here show a link to a map', 'venue.address|street address', 'venue.city|city', 'venue.country|country', 'venue.province|province', 'venue.state|state', 'venue.zip|postal code', 'venue.phone|phone number', 'venue.stateprovince|state or province', 'venue.website|website URL', 'venue.image|featured image: an id or a URL', 'organizer|organizer', 'organizer.page|page of results', 'organizer.per_page|organizers per page', 'organizer.search|text in name, description or custom fields', 'organizer.event|organizers of this event (id)', 'organizer.has_events|only organizers with events, or only others', 'organizer.only_with_upcoming|only organizers with upcoming events', 'organizer.status|publication status', 'organizer.author|author (user id)', 'organizer.date|publication date', 'organizer.date_utc|publication date in UTC', 'organizer.organizer|name', 'organizer.description|description', 'organizer.phone|phone number', 'organizer.website|website URL', 'organizer.email|e-mail address', 'organizer.image|featured image: an id or a URL', 'category|category', 'category.page|page of results', 'category.per_page|categories per page', 'category.search|text in name or slug', 'category.exclude|without these ids', 'category.include|only these ids', 'category.order|sort direction: asc or desc', 'category.orderby|attribute to sort by', 'category.hide_empty|without categories that no event uses', 'category.parent|parent category (id)', 'category.post|categories of this event (id)', 'category.event|the same as post', 'category.slug|slug', 'category.name|name', 'category.description|description', 'tag|tag', 'tag.page|page of results', 'tag.per_page|tags per page', 'tag.search|text in name or slug', 'tag.exclude|without these ids', 'tag.include|only these ids', 'tag.order|sort direction: asc or desc', 'tag.orderby|attribute to sort by', 'tag.hide_empty|without tags that no event uses', 'tag.post|tags of this event (id)', 'tag.event|the same as post', 'tag.slug|slug', 'tag.name|name', 'tag.description|description')
  'import' = @('@files')
  'validate' = @('@files')
  'apply' = @('@files')
  'diff' = @('@files')
  'profile use' = @('@profiles')
  'profile show' = @('@profiles')
  'profile remove' = @('@profiles')
  'config get' = @('profile|', 'api_root|', 'lang|', 'timezone|', 'output|', 'timeout|', 'rate|', 'concurrency|', 'pager|', 'secrets|', 'state_dir|')
  'config set' = @('profile|', 'api_root|', 'lang|', 'timezone|', 'output|', 'timeout|', 'rate|', 'concurrency|', 'pager|', 'secrets|', 'state_dir|')
  'config unset' = @('profile|', 'api_root|', 'lang|', 'timezone|', 'output|', 'timeout|', 'rate|', 'concurrency|', 'pager|', 'secrets|', 'state_dir|')
  'demo' = @('@files')
  'help' = @('events|', 'venues|', 'organizers|', 'categories|', 'tags|', 'agenda|', 'month|', 'week|', 'explain|', 'import|', 'validate|', 'export|', 'history|', 'apply|', 'diff|', 'serve|', 'backup|', 'restore|', 'api|', 'index|', 'doc|', 'init|', 'login|', 'logout|', 'profile|', 'config|', 'doctor|', 'demo|', 'help|', 'completion|', 'filters|', 'dates|', 'output|', 'exit-codes|', 'environment|', 'security|')
  'completion' = @('bash|', 'zsh|', 'fish|', 'powershell|')
}
$script:CalValueFlags = @('--address', '--allow-host', '--api-root', '--author', '--categories', '--city', '--color', '--concurrency', '--confirm', '--context', '--cors', '--cost', '--country', '--data', '--date', '--date-order', '--date-utc', '--description', '--duration', '--email', '--end-date', '--ends-after', '--ends-before', '--event', '--excerpt', '--exclude', '--fail', '--fields', '--file', '--first-id', '--format', '--geofence', '--geoloc-lat', '--geoloc-lng', '--header-name', '--host', '--image', '--include', '--jq', '--kind', '--lang', '--latency', '--limit', '--map', '--match', '--max-delete', '--name', '--namespace', '--now', '--on-existing', '--order', '--orderby', '--organizer', '--output', '--page', '--param', '--parent', '--password', '--per-page', '--phone', '--port', '--post', '--post-parent', '--print-env', '--profile', '--progress', '--province', '--random-seed', '--rate', '--rate-limit', '--ready-file', '--rejected', '--root', '--search', '--seed', '--set', '--since', '--slug', '--sort', '--start-date', '--starts-after', '--starts-before', '--state', '--stateprovince', '--status', '--stop-on-error', '--tags', '--template', '--timeout', '--timezone', '--title', '--tls-cert', '--tls-key', '--to', '--tz', '--unset', '--until', '--user', '--users', '--vendor', '--venue', '--website', '--week-start', '--without', '--zip', '-f', '-o')

Register-ArgumentCompleter -Native -CommandName cal, calctl -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $plural = @{ event = 'events'; venue = 'venues'; organizer = 'organizers'; category = 'categories'; tag = 'tags' }
  $place = ''; $count = 0
  for ($i = 1; $i -lt $words.Count; $i++) {
    $word = $words[$i]
    if ($word -eq '--') { return }
    if ($word.StartsWith('-')) { if ($script:CalValueFlags -contains $word) { $i++ } }
    elseif ($place -eq '') { $place = if ($plural.ContainsKey($word)) { $plural[$word] } else { $word } }
    elseif ($count -eq 0 -and ($script:CalSubcommands[$place] -like "$word|*")) { $place = "$place $word"; $count = 1 }
    else { $count = 2 }
  }
  $last = $words[-1]
  if ($script:CalValueFlags -contains $last) {
    $found = if ($script:CalSources.ContainsKey("$place $last")) { $script:CalSources["$place $last"] } else { $script:CalSources["* $last"] }
  } elseif ($wordToComplete.StartsWith('-')) {
    $found = @($script:CalFlags[$place]) + $script:CalGlobalFlags
  } elseif ($count -eq 0 -and $script:CalSubcommands.ContainsKey($place)) {
    $found = $script:CalSubcommands[$place]
  } else {
    $found = $script:CalOperands[$place]
  }
  if ($found -and $found[0] -eq '@files') { return }
  if ($found -and $found[0].StartsWith('@')) {
    $found = & $words[0] __complete $found[0].Substring(1) $wordToComplete 2>$null | ForEach-Object { $_ -replace "`t", '|' }
  }
  $found | Where-Object { $_ -and $_.StartsWith($wordToComplete) } | ForEach-Object {
    $word, $meaning = $_ -split '\|', 2
    if (-not $meaning) { $meaning = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $meaning)
  }
}
