# fish completion for cal and calctl. Written by: cal completion fish
# Try it: cal completion fish | source

function __cal_subcommands
    switch "$argv[1]"
        case ''
            printf '%s\n' 'events'\t'events' 'venues'\t'venues' 'organizers'\t'organizers' 'categories'\t'categories' 'tags'\t'tags' 'add'\t'create an event from one line of text' 'today'\t'list today\'s events' 'tomorrow'\t'list tomorrow\'s events' 'weekend'\t'list this weekend\'s events' 'day'\t'list the events of a day' 'agenda'\t'list events day by day' 'month'\t'show a month or a year as a grid' 'week'\t'show a week as a grid' 'search'\t'search all kinds of records' 'browse'\t'show the calendar or an event in the browser' 'feed'\t'show the address to subscribe to a calendar' 'explain'\t'describe the fields and filters of a kind of record' 'import'\t'create and update records from files' 'validate'\t'check files without sending anything' 'export'\t'export a calendar to files' 'history' 'apply'\t'make the calendar match a calendar file' 'diff'\t'show what apply or copy would change' 'copy'\t'copy a calendar to another one' 'seed'\t'fill a calendar with reproducible test data' 'wait'\t'wait until records exist or no longer exist' 'serve'\t'serve a database file over HTTP' 'backup'\t'back up a calendar, even while it is in use' 'restore'\t'restore a calendar from a backup' 'api'\t'send a request to the REST interface' 'index'\t'show the routes of the REST interface' 'doc'\t'show the OpenAPI description of the interface' 'mcp'\t'give an AI assistant access to the calendar (MCP server)' 'init'\t'connect to a calendar service and save it as a profile' 'login'\t'save credentials for a calendar service' 'logout'\t'delete the saved credentials of a calendar service' 'profile' 'config' 'doctor'\t'check configuration, connection and permissions' 'demo'\t'create a database file with sample events' 'help'\t'show help for a command or topic' 'completion'\t'print a completion script for your shell'
        case 'events'
            printf '%s\n' 'list'\t'list events' 'get'\t'show one or more events' 'create'\t'create an event' 'update'\t'change one or more events' 'edit'\t'edit one or more events in an editor' 'delete'\t'delete one or more events' 'restore'\t'restore one or more events from the trash' 'copy'\t'copy an event'
        case 'venues'
            printf '%s\n' 'list'\t'list venues' 'get'\t'show one or more venues' 'create'\t'create a venue' 'update'\t'change one or more venues' 'edit'\t'edit one or more venues in an editor' 'delete'\t'delete one or more venues' 'restore'\t'restore one or more venues from the trash'
        case 'organizers'
            printf '%s\n' 'list'\t'list organizers' 'get'\t'show one or more organizers' 'create'\t'create an organizer' 'update'\t'change one or more organizers' 'edit'\t'edit one or more organizers in an editor' 'delete'\t'delete one or more organizers' 'restore'\t'restore one or more organizers from the trash'
        case 'categories'
            printf '%s\n' 'list'\t'list categories' 'get'\t'show one or more categories' 'create'\t'create a category' 'update'\t'change one or more categories' 'edit'\t'edit one or more categories in an editor' 'delete'\t'delete one or more categories' 'tree'\t'show categories as a tree'
        case 'tags'
            printf '%s\n' 'list'\t'list tags' 'get'\t'show one or more tags' 'create'\t'create a tag' 'update'\t'change one or more tags' 'edit'\t'edit one or more tags in an editor' 'delete'\t'delete one or more tags'
        case 'history'
            printf '%s\n' 'list'\t'list recorded runs' 'show'\t'show what a run changed' 'undo'\t'undo a run'
        case 'serve'
            printf '%s\n' 'reset'\t'reset a calendar in :memory: to its initial state' 'snapshot'\t'take a snapshot of a calendar in :memory:' 'restore'\t'restore a snapshot of a calendar in :memory:' 'requests'\t'list recent requests to a calendar in :memory:'
        case 'profile'
            printf '%s\n' 'list'\t'list profiles' 'use'\t'make a profile the default' 'show'\t'show a profile' 'remove'\t'remove a profile'
        case 'config'
            printf '%s\n' 'list'\t'show all settings and where they are set' 'get'\t'show the value of a setting' 'set'\t'change a setting in the user configuration file' 'unset'\t'remove a setting from the user configuration file' 'path'\t'show the paths of the configuration files'
    end
end

function __cal_flags
    switch "$argv[1]"
        case 'events list'
            printf '%s\n' '--page'\t'page number' '--per-page'\t'events per page' '--start-date'\t'starts on or after this date' '--end-date'\t'ends on or before this date' '--starts-before'\t'starts on or before this date' '--starts-after'\t'starts after this date' '--ends-before'\t'ends on or before this date' '--ends-after'\t'ends after this date' '--strict-dates'\t'compare exact times instead of whole days' '--no-strict-dates'\t'compare exact times instead of whole days' '--search'\t'search title and description' '--categories'\t'in any of these categories' '--tags'\t'with any of these tags' '--venue'\t'at any of these venues' '--organizer'\t'by any of these organizers' '--featured'\t'only featured (or not featured) events' '--no-featured'\t'only featured (or not featured) events' '--status'\t'with this publication status' '--geoloc'\t'venue with (or without) coordinates (premium extension)' '--no-geoloc'\t'venue with (or without) coordinates (premium extension)' '--geoloc-lat'\t'near this latitude in degrees, with geoloc_lng (premium extension)' '--geoloc-lng'\t'near this longitude in degrees, with geoloc_lat (premium extension)' '--include'\t'only events with these ids; date filters are ignored' '--post-parent'\t'children of this event (id)' '--ticketed'\t'only events with (or without) tickets' '--no-ticketed'\t'only events with (or without) tickets' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented query parameter' '--watch'\t'redraw every SECONDS; with -o ndjson, print what is new or changed' '--where'\t'a filter as update --where takes it: status=draft' '--any-date'\t'include events of any date' '--no-venue'\t'only events without a venue' '--no-organizer'\t'only events without an organizer' '--no-category'\t'only events without a category' '--iso'\t'on a terminal, show sortable dates: 2026-11-23 19:00–21:00'
        case 'events get'
            printf '%s\n' '--password'\t'password of a protected event' '--web'\t'open the web page in the browser'
        case 'events create'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date (not the date of the event)' '--date-utc'\t'publication date in UTC' '--title'\t'title' '--description'\t'description' '--slug'\t'slug (name in the URL)' '--excerpt'\t'short summary' '--status'\t'publication status' '--timezone'\t'time zone, such as Europe/Berlin' '--all-day'\t'all-day event' '--no-all-day'\t'all-day event' '--start-date'\t'start date and time' '--end-date'\t'end date and time' '--image'\t'featured image (media id or URL)' '--cost'\t'price, such as 12.50 or free' '--website'\t'website URL' '--show-map'\t'show a map on the event page' '--no-show-map'\t'show a map on the event page' '--show-map-link'\t'show a link to a map' '--no-show-map-link'\t'show a link to a map' '--hide-from-listings'\t'hide from calendar views' '--no-hide-from-listings'\t'hide from calendar views' '--sticky'\t'pin to the top of the calendar view' '--no-sticky'\t'pin to the top of the calendar view' '--featured'\t'mark as featured' '--no-featured'\t'mark as featured' '--categories'\t'categories' '--tags'\t'tags' '--venue'\t'venue' '--organizer'\t'organizers' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--duration'\t'duration instead of --end-date: 90m, 1h30m, 2d' '--create-missing'\t'create missing categories, tags, venues and organizers' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids'
        case 'events update'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date (not the date of the event)' '--date-utc'\t'publication date in UTC' '--title'\t'title' '--description'\t'description' '--slug'\t'slug (name in the URL)' '--excerpt'\t'short summary' '--status'\t'publication status' '--timezone'\t'time zone, such as Europe/Berlin' '--all-day'\t'all-day event' '--no-all-day'\t'all-day event' '--start-date'\t'start date and time' '--end-date'\t'end date and time' '--image'\t'featured image (media id or URL)' '--cost'\t'price, such as 12.50 or free' '--website'\t'website URL' '--show-map'\t'show a map on the event page' '--no-show-map'\t'show a map on the event page' '--show-map-link'\t'show a link to a map' '--no-show-map-link'\t'show a link to a map' '--hide-from-listings'\t'hide from calendar views' '--no-hide-from-listings'\t'hide from calendar views' '--sticky'\t'pin to the top of the calendar view' '--no-sticky'\t'pin to the top of the calendar view' '--featured'\t'mark as featured' '--no-featured'\t'mark as featured' '--categories'\t'categories' '--tags'\t'tags' '--venue'\t'venue' '--organizer'\t'organizers' '--password'\t'password of a protected event' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--duration'\t'duration instead of --end-date: 90m, 1h30m, 2d' '--shift'\t'move start and end: +1h, -2d, +1w, +1d12h' '--add-categories'\t'add these categories' '--remove-categories'\t'remove these categories' '--add-tags'\t'add these tags' '--remove-tags'\t'remove these tags' '--add-organizer'\t'add these organizers' '--remove-organizer'\t'remove these organizers' '--add-venue'\t'add this venue; most services allow one per event' '--remove-venue'\t'remove this venue' '--create-missing'\t'create missing categories, tags, venues and organizers' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the specified fields; services may reset the others' '--where'\t'select records by a list filter instead of naming them: status=draft'
        case 'events edit' 'venues edit' 'organizers edit' 'categories edit' 'tags edit'
            printf '%s\n' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt'
        case 'events delete'
            printf '%s\n' '--password'\t'password of a protected event' '--where'\t'select records by a list filter instead of naming them: status=draft' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt'
        case 'events restore' 'venues restore' 'organizers restore'
            printf '%s\n' '--status'\t'status after restoring (default: the earlier one if cal deleted it, else draft)' '--where'\t'select records by a list filter instead of naming them: status=draft' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt'
        case 'events copy'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date (not the date of the event)' '--date-utc'\t'publication date in UTC' '--title'\t'title' '--description'\t'description' '--slug'\t'slug (name in the URL)' '--excerpt'\t'short summary' '--status'\t'publication status' '--timezone'\t'time zone, such as Europe/Berlin' '--all-day'\t'all-day event' '--no-all-day'\t'all-day event' '--start-date'\t'start date and time' '--end-date'\t'end date and time' '--image'\t'featured image (media id or URL)' '--cost'\t'price, such as 12.50 or free' '--website'\t'website URL' '--show-map'\t'show a map on the event page' '--no-show-map'\t'show a map on the event page' '--show-map-link'\t'show a link to a map' '--no-show-map-link'\t'show a link to a map' '--hide-from-listings'\t'hide from calendar views' '--no-hide-from-listings'\t'hide from calendar views' '--sticky'\t'pin to the top of the calendar view' '--no-sticky'\t'pin to the top of the calendar view' '--featured'\t'mark as featured' '--no-featured'\t'mark as featured' '--categories'\t'categories' '--tags'\t'tags' '--venue'\t'venue' '--organizer'\t'organizers' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--duration'\t'duration instead of --end-date: 90m, 1h30m, 2d' '--shift'\t'move start and end instead of --start-date; one copy for each: +1w,+2w,+3w' '--create-missing'\t'create missing categories, tags, venues and organizers' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt'
        case 'venues list'
            printf '%s\n' '--page'\t'page number' '--per-page'\t'venues per page' '--search'\t'search name, description and custom fields' '--event'\t'venues of this event (id)' '--has-events'\t'only venues with (or without) events' '--no-has-events'\t'only venues with (or without) events' '--only-with-upcoming'\t'only venues with upcoming events' '--no-only-with-upcoming'\t'only venues with upcoming events' '--status'\t'with this publication status' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented query parameter' '--watch'\t'redraw every SECONDS; with -o ndjson, print what is new or changed' '--where'\t'a filter as update --where takes it: status=draft'
        case 'venues get' 'organizers get' 'categories get' 'tags get'
            printf '%s\n' '--web'\t'open the web page in the browser'
        case 'venues create'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--venue'\t'name' '--description'\t'description' '--status'\t'publication status' '--show-map'\t'show a map on event pages' '--no-show-map'\t'show a map on event pages' '--show-map-link'\t'show a link to a map on event pages' '--no-show-map-link'\t'show a link to a map on event pages' '--address'\t'street address' '--city'\t'city' '--country'\t'country' '--province'\t'province' '--state'\t'state' '--zip'\t'postal code' '--phone'\t'phone number' '--stateprovince'\t'state or province' '--website'\t'website URL' '--image'\t'featured image (media id or URL)' '--name'\t'name' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--allow-duplicate'\t'create the record even if the name exists'
        case 'venues update'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--venue'\t'name' '--description'\t'description' '--status'\t'publication status' '--show-map'\t'show a map on event pages' '--no-show-map'\t'show a map on event pages' '--show-map-link'\t'show a link to a map on event pages' '--no-show-map-link'\t'show a link to a map on event pages' '--address'\t'street address' '--city'\t'city' '--country'\t'country' '--province'\t'province' '--state'\t'state' '--zip'\t'postal code' '--phone'\t'phone number' '--stateprovince'\t'state or province' '--website'\t'website URL' '--image'\t'featured image (media id or URL)' '--name'\t'name' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the specified fields; services may reset the others' '--where'\t'select records by a list filter instead of naming them: status=draft'
        case 'venues delete' 'organizers delete' 'categories delete' 'tags delete'
            printf '%s\n' '--where'\t'select records by a list filter instead of naming them: status=draft' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt'
        case 'organizers list'
            printf '%s\n' '--page'\t'page number' '--per-page'\t'organizers per page' '--search'\t'search name, description and custom fields' '--event'\t'organizers of this event (id)' '--has-events'\t'only organizers with (or without) events' '--no-has-events'\t'only organizers with (or without) events' '--only-with-upcoming'\t'only organizers with upcoming events' '--no-only-with-upcoming'\t'only organizers with upcoming events' '--status'\t'with this publication status' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented query parameter' '--watch'\t'redraw every SECONDS; with -o ndjson, print what is new or changed' '--where'\t'a filter as update --where takes it: status=draft'
        case 'organizers create'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--organizer'\t'name' '--description'\t'description' '--status'\t'publication status' '--phone'\t'phone number' '--website'\t'website URL' '--email'\t'email address' '--image'\t'featured image (media id or URL)' '--name'\t'name' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--allow-duplicate'\t'create the record even if the name exists'
        case 'organizers update'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--organizer'\t'name' '--description'\t'description' '--status'\t'publication status' '--phone'\t'phone number' '--website'\t'website URL' '--email'\t'email address' '--image'\t'featured image (media id or URL)' '--name'\t'name' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the specified fields; services may reset the others' '--where'\t'select records by a list filter instead of naming them: status=draft'
        case 'categories list'
            printf '%s\n' '--page'\t'page number' '--per-page'\t'categories per page' '--search'\t'search name and slug' '--exclude'\t'exclude these ids' '--include'\t'only these ids' '--order'\t'sort direction' '--orderby'\t'sort by this attribute' '--hide-empty'\t'hide categories without events' '--no-hide-empty'\t'hide categories without events' '--parent'\t'children of this category' '--post'\t'categories of this event (id)' '--event'\t'categories of this event (id)' '--slug'\t'with this slug' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented query parameter' '--watch'\t'redraw every SECONDS; with -o ndjson, print what is new or changed' '--where'\t'a filter as update --where takes it: status=draft'
        case 'categories create'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--parent'\t'parent category' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids'
        case 'categories update'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--parent'\t'parent category' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the specified fields; services may reset the others' '--where'\t'select records by a list filter instead of naming them: status=draft'
        case 'categories tree'
            printf '%s\n' '--hide-empty'\t'hide categories without events' '--no-hide-empty'\t'hide categories without events'
        case 'tags list'
            printf '%s\n' '--page'\t'page number' '--per-page'\t'tags per page' '--search'\t'search name and slug' '--exclude'\t'exclude these ids' '--include'\t'only these ids' '--order'\t'sort direction' '--orderby'\t'sort by this attribute' '--hide-empty'\t'hide tags without events' '--no-hide-empty'\t'hide tags without events' '--post'\t'tags of this event (id)' '--event'\t'tags of this event (id)' '--slug'\t'with this slug' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented query parameter' '--watch'\t'redraw every SECONDS; with -o ndjson, print what is new or changed' '--where'\t'a filter as update --where takes it: status=draft'
        case 'tags create'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids'
        case 'tags update'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--file'\t'read records from JSON or YAML; - reads standard input' '--data'\t'fields as JSON; they override --file' '--set'\t'set a field: status=draft; overrides the file and --data' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or ignore it in the file' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the specified fields; services may reset the others' '--where'\t'select records by a list filter instead of naming them: status=draft'
        case 'add'
            printf '%s\n' '--status'\t'publication status' '--timezone'\t'time zone, such as Europe/Berlin' '--description'\t'description' '--create-missing'\t'create missing categories, tags, venues and organizers' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only ids' '--yes'\t'skip the confirmation prompt'
        case 'today' 'tomorrow' 'weekend' 'day' 'agenda' 'month' 'week'
            printf '%s\n' '--search'\t'search title and description' '--categories'\t'in any of these categories' '--tags'\t'with any of these tags' '--venue'\t'at any of these venues' '--organizer'\t'by any of these organizers' '--featured'\t'only featured (or not featured) events' '--no-featured'\t'only featured (or not featured) events' '--status'\t'with this publication status' '--tz'\t'show all times in this zone instead of each event\'s own' '--week-start'\t'first day of the week (default: by locale)' '--watch'\t'redraw every SECONDS; with -o ndjson, print what is new or changed'
        case 'search'
            printf '%s\n' '--limit'\t'maximum number of results per kind'
        case 'browse'
            printf '%s\n' '--no-open'\t'print the address instead of opening a browser' '--idle'\t'end after this time without a request: 90s, 5m, 1h30m'
        case 'import'
            printf '%s\n' '--kind'\t'kind of records, if it cannot be inferred from the file' '--format'\t'format, if it cannot be inferred from the file name' '--sheet'\t'sheet of a workbook (default: the first)' '--map'\t'field for a column: \'Price=cost\'' '--date-order'\t'day and month order in dates such as 3/4/2026' '--since'\t'skip earlier dates of iCalendar series (default for endless series: one year ago)' '--until'\t'skip later dates of iCalendar series (default for endless series: in two years)' '--match'\t'fields that identify a record: id, slug, uid, title+start_date' '--without'\t'ignore these fields' '--on-existing'\t'what to do if a record exists but differs' '--create-missing'\t'create missing venues, organizers, categories and tags' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with code 10 if there are changes to make' '--concurrency'\t'number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this many failed records' '--progress'\t'progress display' '--rejected'\t'write rejected records to this file' '--resume'\t'resume the latest interrupted run, or the run given instead of FILE' '--yes'\t'skip the confirmation prompt'
        case 'validate'
            printf '%s\n' '--kind'\t'kind of records, if it cannot be inferred from the file' '--format'\t'format, if it cannot be inferred from the file name' '--sheet'\t'sheet of a workbook (default: the first)' '--map'\t'field for a column: \'Price=cost\'' '--date-order'\t'day and month order in dates such as 3/4/2026' '--since'\t'skip earlier dates of iCalendar series (default for endless series: one year ago)' '--until'\t'skip later dates of iCalendar series (default for endless series: in two years)' '--match'\t'fields that identify a record: id, slug, uid, title+start_date' '--without'\t'ignore these fields'
        case 'export'
            printf '%s\n' '--to'\t'file or folder/ (default: standard output)' '--format'\t'file format (default: by file name, else json)' '--since'\t'only records changed since this date' '--stable'\t'for version control: sorted, without ids and publication dates'
        case 'history undo'
            printf '%s\n' '--force'\t'also undo records that are in use or were edited after the run; those edits are lost' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with code 10 if there are changes to make' '--concurrency'\t'number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this many failed records' '--progress'\t'progress display' '--yes'\t'skip the confirmation prompt'
        case 'apply'
            printf '%s\n' '--file'\t'calendar file (format: cal explain apply)' '--from'\t'ignore events that start before this date' '--until'\t'ignore events that start after this date' '--create-missing'\t'create missing venues, organizers, categories and tags' '--seed'\t'seed for the random choices in the file' '--prune'\t'delete records that this file created earlier and no longer contains; with --from or --until, only events in that range' '--max-delete'\t'maximum number of records to delete' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with code 10 if there are changes to make' '--concurrency'\t'number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this many failed records' '--progress'\t'progress display' '--yes'\t'skip the confirmation prompt'
        case 'diff'
            printf '%s\n' '--file'\t'calendar file (format: cal explain apply)' '--from'\t'ignore events of the file that start before this date; with --to, calendar to copy from' '--until'\t'ignore events that start after this date' '--create-missing'\t'create missing venues, organizers, categories and tags' '--seed'\t'seed for the random choices in the file' '--to'\t'calendar to write to: a profile, a URL or a database file' '--where'\t'only events that match this filter of events list, and the records they refer to: tags=music' '--mirror'\t'also delete records that an earlier copy created and that the source no longer has' '--prune'\t'delete records that this file created earlier and no longer contains; with --from or --until, only events in that range' '--exit-code'\t'exit with code 10 if there are differences'
        case 'copy'
            printf '%s\n' '--start-date'\t'starts on or after this date' '--end-date'\t'ends on or before this date' '--starts-before'\t'starts on or before this date' '--starts-after'\t'starts after this date' '--ends-before'\t'ends on or before this date' '--ends-after'\t'ends after this date' '--strict-dates'\t'compare exact times instead of whole days' '--no-strict-dates'\t'compare exact times instead of whole days' '--search'\t'search title and description' '--categories'\t'in any of these categories' '--tags'\t'with any of these tags' '--venue'\t'at any of these venues' '--organizer'\t'by any of these organizers' '--featured'\t'only featured (or not featured) events' '--no-featured'\t'only featured (or not featured) events' '--status'\t'with this publication status' '--geoloc'\t'venue with (or without) coordinates (premium extension)' '--no-geoloc'\t'venue with (or without) coordinates (premium extension)' '--geoloc-lat'\t'near this latitude in degrees, with geoloc_lng (premium extension)' '--geoloc-lng'\t'near this longitude in degrees, with geoloc_lat (premium extension)' '--include'\t'only events with these ids; date filters are ignored' '--post-parent'\t'children of this event (id)' '--ticketed'\t'only events with (or without) tickets' '--no-ticketed'\t'only events with (or without) tickets' '--from'\t'calendar to read: a profile, a URL or a database file' '--to'\t'calendar to write to: a profile, a URL or a database file' '--where'\t'only events that match this filter of events list, and the records they refer to: tags=music' '--mirror'\t'also delete records that an earlier copy created and that the source no longer has' '--max-delete'\t'maximum number of records to delete' '--on-existing'\t'what to do if a record exists at the target but differs' '--without'\t'ignore these fields' '--publication-date'\t'also update records that differ only in their publication date' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with code 10 if there are changes to make' '--concurrency'\t'number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this many failed records' '--progress'\t'progress display' '--yes'\t'skip the confirmation prompt'
        case 'seed'
            printf '%s\n' '--file'\t'calendar file (format: cal explain apply)' '--from'\t'ignore events that start before this date' '--until'\t'ignore events that start after this date' '--create-missing'\t'create missing venues, organizers, categories and tags' '--seed'\t'seed for the random choices in the file' '--generate'\t'generate records: events=1000,venues=20' '--out'\t'write the key and id of each record to this .json or .env file' '--cleanup'\t'undo an earlier run of seed' '--force'\t'also undo records that are in use or were edited after the run; those edits are lost' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with code 10 if there are changes to make' '--concurrency'\t'number of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this many failed records' '--progress'\t'progress display' '--yes'\t'skip the confirmation prompt'
        case 'wait'
            printf '%s\n' '--where'\t'count only records that match these filters of list' '--count'\t'wait until at least N records match' '--gone'\t'wait until no record matches' '--interval'\t'pause between two checks'
        case 'serve'
            printf '%s\n' '--data'\t'database file, postgres://… or env:NAME; with COMMAND, :memory:' '--host'\t'address to listen on' '--port'\t'port to listen on; 0, the default with COMMAND, chooses a free port' '--root'\t'first segment of the api root' '--vendor'\t'second segment of the api root' '--timezone'\t'time zone of the calendar, saved in it: Europe/Berlin' '--users'\t'JSON list of all users (login, password, role; optional id, email); other users in the database file are removed' '--user'\t'add a user, such as ada:administrator' '--now'\t'use this fixed time as the current time' '--premium'\t'enable filters by coordinates (premium extension)' '--geofence'\t'with --premium: search radius in km' '--allow-host'\t'accept requests for this host name too' '--public-url'\t'public URL behind a proxy, used in links' '--cors'\t'allow this origin (CORS): https://example.org' '--tls-cert'\t'certificate (PEM); enables HTTPS' '--tls-key'\t'key of the certificate (PEM)' '--no-web'\t'serve only the API, no web pages' '--read-only'\t'reject all changes' '--quirks'\t'behave exactly like deployed services of this release' '--first-id'\t'first id in a new calendar' '--seed'\t'load this YAML, JSON, CSV or ICS file at startup; without --data, into :memory:' '--ready-file'\t'create this file when the service is ready, and remove it on exit' '--print-env'\t'print environment variables that point to this service' '--latency'\t'delay each response by this many milliseconds: 50..200' '--fail'\t'let some requests fail: \'POST /events:5%:503\'' '--rate-limit'\t'reject requests above this rate: 10/s, 100/m' '--random-seed'\t'seed for --latency and --fail'
        case 'serve reset' 'serve restore' 'profile remove'
            printf '%s\n' '--yes'\t'skip the confirmation prompt'
        case 'backup'
            printf '%s\n' '--data'\t'database file, postgres://… or env:NAME (default: the one of --api-root, or ./calendar.db)'
        case 'restore'
            printf '%s\n' '--data'\t'database file, postgres://… or env:NAME (default: the one of --api-root, or ./calendar.db)' '--yes'\t'skip the confirmation prompt'
        case 'api'
            printf '%s\n' '--data'\t'request body: JSON, @FILE or @- for standard input' '--param'\t'add a query parameter'
        case 'index'
            printf '%s\n' '--namespace'\t'namespace to describe' '--context'\t'scope of the response'
        case 'mcp'
            printf '%s\n' '--allow-writes'\t'also offer the tools that create, update and delete records' '--import-folder'\t'let imports read files below this folder (default: no files)'
        case 'init'
            printf '%s\n' '--name'\t'name of the profile'
        case 'login'
            printf '%s\n' '--kind'\t'kind of credentials: application password, bearer token or custom header' '--user'\t'user name, with basic' '--header-name'\t'name of the header, with header' '--stdin'\t'read the password or token from standard input'
        case 'doctor'
            printf '%s\n' '--data'\t'database file, postgres://… or env:NAME'
        case 'help'
            printf '%s\n' '--all'\t'list every flag of the command'
    end
end

function __cal_global_flags
    printf '%s\n' '--output'\t'output format' '--json'\t'short for -o json' '--fields'\t'fields to show: id,title,venue.city' '--sort'\t'sort by this field; -FIELD for descending order' '--jq'\t'filter the JSON output with a jq expression: \'.[].title\'' '--template'\t'one line per record: \'{{id}} {{title}}\'' '--no-header'\t'omit the header line' '--csv-safe'\t'escape CSV and TSV cells that a spreadsheet would evaluate' '--color'\t'when to use colors' '--quiet'\t'print only data, warnings and errors' '--no-pager'\t'do not use a pager' '--api-root'\t'service URL, file:./calendar.db or postgres://…' '--profile'\t'profile to use' '--confirm'\t'confirm writing to this protected profile without a prompt' '--timeout'\t'time limit per request' '--max-wait'\t'maximum time to wait when a server asks for it (Retry-After)' '--insecure-http'\t'allow credentials over unencrypted HTTP' '--lang'\t'language of help and messages' '--no-input'\t'do not prompt for input' '--show-request'\t'print each request as a curl command' '--debug'\t'print requests and responses, and the stack trace of a bug' '--help'\t'show help' '--help-all'\t'show help with all flags' '--version'\t'show the version'
end

function __cal_source
    switch "$argv[1]"
        case '* --output' '* -o'
            printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'yaml' 'md' 'ids' 'count' 'ics'
        case '* --fields' '* --sort'
            printf '%s\n' 'id'\t'ID' 'author'\t'author (user id)' 'date'\t'publication date' 'date_utc'\t'publication date in UTC' 'title'\t'title' 'description'\t'description' 'slug'\t'slug' 'excerpt'\t'short summary' 'status'\t'publication status' 'timezone'\t'time zone, such as Europe/Berlin' 'all_day'\t'all-day event' 'start_date'\t'start date and time' 'end_date'\t'end date and time' 'image'\t'featured image (media id or URL)' 'cost'\t'price, such as 12.50 or free' 'website'\t'website URL' 'show_map'\t'show a map on event pages' 'show_map_link'\t'show a link to a map on event pages' 'hide_from_listings'\t'hide from calendar views' 'sticky'\t'pin to the top of the calendar view' 'featured'\t'mark as featured' 'categories'\t'categories' 'tags'\t'tags' 'venue'\t'name' 'organizer'\t'name' 'address'\t'street address' 'city'\t'city' 'country'\t'country' 'province'\t'province' 'state'\t'state' 'zip'\t'postal code' 'phone'\t'phone number' 'stateprovince'\t'state or province' 'email'\t'email address' 'name'\t'name' 'parent'\t'parent category' 'url' 'venue.venue' 'venue.city'
        case '* --color'
            printf '%s\n' 'auto' 'always' 'never'
        case '* --api-root'
            printf '%s\n' '@roots'
        case '* --profile' '* --confirm' 'diff --to' 'copy --from' 'copy --to' 'init --name'
            printf '%s\n' '@profiles'
        case '* --lang'
            printf '%s\n' 'en' 'de'
        case 'events list --categories' 'events create --categories' 'events update --categories' 'events update --add-categories' 'events update --remove-categories' 'events copy --categories' 'categories list --parent' 'categories create --parent' 'categories update --parent' 'today --categories' 'tomorrow --categories' 'weekend --categories' 'day --categories' 'agenda --categories' 'month --categories' 'week --categories' 'copy --categories'
            printf '%s\n' '@categories'
        case 'events list --tags' 'events create --tags' 'events update --tags' 'events update --add-tags' 'events update --remove-tags' 'events copy --tags' 'today --tags' 'tomorrow --tags' 'weekend --tags' 'day --tags' 'agenda --tags' 'month --tags' 'week --tags' 'copy --tags'
            printf '%s\n' '@tags'
        case 'events list --venue' 'events create --venue' 'events update --venue' 'events update --add-venue' 'events update --remove-venue' 'events copy --venue' 'today --venue' 'tomorrow --venue' 'weekend --venue' 'day --venue' 'agenda --venue' 'month --venue' 'week --venue' 'copy --venue'
            printf '%s\n' '@venues'
        case 'events list --organizer' 'events create --organizer' 'events update --organizer' 'events update --add-organizer' 'events update --remove-organizer' 'events copy --organizer' 'today --organizer' 'tomorrow --organizer' 'weekend --organizer' 'day --organizer' 'agenda --organizer' 'month --organizer' 'week --organizer' 'copy --organizer'
            printf '%s\n' '@organizers'
        case 'events list --status' 'events create --status' 'events update --status' 'events copy --status' 'venues list --status' 'venues create --status' 'venues update --status' 'organizers list --status' 'organizers create --status' 'organizers update --status' 'add --status' 'today --status' 'tomorrow --status' 'weekend --status' 'day --status' 'agenda --status' 'month --status' 'week --status' 'copy --status'
            printf '%s\n' 'publish' 'draft' 'pending' 'private' 'future' 'trash'
        case 'events create --timezone' 'events update --timezone' 'events copy --timezone' 'add --timezone' 'today --tz' 'tomorrow --tz' 'weekend --tz' 'day --tz' 'agenda --tz' 'month --tz' 'week --tz' 'serve --timezone'
            printf '%s\n' '@zones'
        case 'events create --file' 'events create -f' 'events update --file' 'events update -f' 'venues create --file' 'venues create -f' 'venues update --file' 'venues update -f' 'organizers create --file' 'organizers create -f' 'organizers update --file' 'organizers update -f' 'categories create --file' 'categories create -f' 'categories update --file' 'categories update -f' 'tags create --file' 'tags create -f' 'tags update --file' 'tags update -f' 'import --rejected' 'export --to' 'apply --file' 'apply -f' 'diff --file' 'diff -f' 'seed --file' 'seed -f' 'seed --out' 'serve --data' 'serve --users' 'serve --tls-cert' 'serve --tls-key' 'serve --seed' 'serve --ready-file' 'backup --data' 'restore --data' 'doctor --data'
            printf '%s\n' '@files'
        case 'categories list --order' 'tags list --order'
            printf '%s\n' 'asc' 'desc'
        case 'today --week-start' 'tomorrow --week-start' 'weekend --week-start' 'day --week-start' 'agenda --week-start' 'month --week-start' 'week --week-start'
            printf '%s\n' 'monday' 'tuesday' 'wednesday' 'thursday' 'friday' 'saturday' 'sunday'
        case 'import --format' 'validate --format'
            printf '%s\n' 'json' 'ndjson' 'csv' 'tsv' 'xlsx' 'ods' 'yaml' 'ics'
        case 'import --date-order' 'validate --date-order'
            printf '%s\n' 'mdy' 'dmy' 'ymd'
        case 'import --on-existing'
            printf '%s\n' 'error' 'update' 'skip'
        case 'import --progress' 'history undo --progress' 'apply --progress' 'copy --progress' 'seed --progress'
            printf '%s\n' 'auto' 'bar' 'lines' 'ndjson' 'none'
        case 'export --format'
            printf '%s\n' 'json' 'ndjson' 'csv' 'yaml' 'ics'
        case 'copy --on-existing'
            printf '%s\n' 'update' 'skip' 'error'
        case 'seed --cleanup'
            printf '%s\n' '@runs'
        case 'serve --print-env'
            printf '%s\n' 'sh' 'github' 'json'
        case 'login --kind'
            printf '%s\n' 'basic' 'bearer' 'header'
    end
end

function __cal_operand
    switch "$argv[1]"
        case 'config set profile' 'profile use' 'profile show' 'profile remove'
            printf '%s\n' '@profiles'
        case 'config set api_root'
            printf '%s\n' '@roots'
        case 'config set lang'
            printf '%s\n' 'en' 'de'
        case 'config set timezone'
            printf '%s\n' '@zones'
        case 'config set output'
            printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'yaml' 'md' 'ids' 'count' 'ics'
        case 'config set secrets'
            printf '%s\n' 'keyring' 'file'
        case 'events get' 'events update' 'events edit' 'events delete' 'events restore' 'events copy'
            printf '%s\n' '@events'
        case 'venues get' 'venues update' 'venues edit' 'venues delete' 'venues restore'
            printf '%s\n' '@venues'
        case 'organizers get' 'organizers update' 'organizers edit' 'organizers delete' 'organizers restore'
            printf '%s\n' '@organizers'
        case 'categories get' 'categories update' 'categories edit' 'categories delete'
            printf '%s\n' '@categories'
        case 'tags get' 'tags update' 'tags edit' 'tags delete'
            printf '%s\n' '@tags'
        case 'agenda'
            printf '%s\n' 'today' 'tomorrow' 'weekend' 'week' 'month'
        case 'explain'
            printf '%s\n' 'event'\t'event' 'event.page'\t'page number' 'event.per_page'\t'events per page' 'event.start_date'\t'start date and time' 'event.end_date'\t'end date and time' 'event.starts_before'\t'starts on or before this date' 'event.starts_after'\t'starts after this date' 'event.ends_before'\t'ends on or before this date' 'event.ends_after'\t'ends after this date' 'event.strict_dates'\t'compare exact times instead of whole days' 'event.search'\t'search title and description' 'event.categories'\t'categories' 'event.tags'\t'tags' 'event.venue'\t'venue' 'event.organizer'\t'organizers' 'event.featured'\t'mark as featured' 'event.status'\t'publication status' 'event.geoloc'\t'venue with (or without) coordinates (premium extension)' 'event.geoloc_lat'\t'near this latitude in degrees, with geoloc_lng (premium extension)' 'event.geoloc_lng'\t'near this longitude in degrees, with geoloc_lat (premium extension)' 'event.include'\t'only events with these ids; date filters are ignored' 'event.post_parent'\t'children of this event (id)' 'event.ticketed'\t'only events with (or without) tickets' 'event.author'\t'author (user id)' 'event.date'\t'publication date (not the date of the event)' 'event.date_utc'\t'publication date in UTC' 'event.title'\t'title' 'event.description'\t'description' 'event.slug'\t'slug (name in the URL)' 'event.excerpt'\t'short summary' 'event.timezone'\t'time zone, such as Europe/Berlin' 'event.all_day'\t'all-day event' 'event.image'\t'featured image (media id or URL)' 'event.cost'\t'price, such as 12.50 or free' 'event.website'\t'website URL' 'event.show_map'\t'show a map on the event page' 'event.show_map_link'\t'show a link to a map' 'event.hide_from_listings'\t'hide from calendar views' 'event.sticky'\t'pin to the top of the calendar view' 'venue'\t'venue' 'venue.page'\t'page number' 'venue.per_page'\t'venues per page' 'venue.search'\t'search name, description and custom fields' 'venue.event'\t'venues of this event (id)' 'venue.has_events'\t'only venues with (or without) events' 'venue.only_with_upcoming'\t'only venues with upcoming events' 'venue.status'\t'publication status' 'venue.author'\t'author (user id)' 'venue.date'\t'publication date' 'venue.date_utc'\t'publication date in UTC' 'venue.venue'\t'name' 'venue.description'\t'description' 'venue.show_map'\t'show a map on event pages' 'venue.show_map_link'\t'show a link to a map on event pages' 'venue.address'\t'street address' 'venue.city'\t'city' 'venue.country'\t'country' 'venue.province'\t'province' 'venue.state'\t'state' 'venue.zip'\t'postal code' 'venue.phone'\t'phone number' 'venue.stateprovince'\t'state or province' 'venue.website'\t'website URL' 'venue.image'\t'featured image (media id or URL)' 'organizer'\t'organizer' 'organizer.page'\t'page number' 'organizer.per_page'\t'organizers per page' 'organizer.search'\t'search name, description and custom fields' 'organizer.event'\t'organizers of this event (id)' 'organizer.has_events'\t'only organizers with (or without) events' 'organizer.only_with_upcoming'\t'only organizers with upcoming events' 'organizer.status'\t'publication status' 'organizer.author'\t'author (user id)' 'organizer.date'\t'publication date' 'organizer.date_utc'\t'publication date in UTC' 'organizer.organizer'\t'name' 'organizer.description'\t'description' 'organizer.phone'\t'phone number' 'organizer.website'\t'website URL' 'organizer.email'\t'email address' 'organizer.image'\t'featured image (media id or URL)' 'category'\t'category' 'category.page'\t'page number' 'category.per_page'\t'categories per page' 'category.search'\t'search name and slug' 'category.exclude'\t'exclude these ids' 'category.include'\t'only these ids' 'category.order'\t'sort direction' 'category.orderby'\t'sort by this attribute' 'category.hide_empty'\t'hide categories without events' 'category.parent'\t'parent category' 'category.post'\t'categories of this event (id)' 'category.event'\t'categories of this event (id)' 'category.slug'\t'slug' 'category.name'\t'name' 'category.description'\t'description' 'tag'\t'tag' 'tag.page'\t'page number' 'tag.per_page'\t'tags per page' 'tag.search'\t'search name and slug' 'tag.exclude'\t'exclude these ids' 'tag.include'\t'only these ids' 'tag.order'\t'sort direction' 'tag.orderby'\t'sort by this attribute' 'tag.hide_empty'\t'hide tags without events' 'tag.post'\t'tags of this event (id)' 'tag.event'\t'tags of this event (id)' 'tag.slug'\t'slug' 'tag.name'\t'name' 'tag.description'\t'description'
        case 'import' 'validate' 'apply' 'diff' 'seed' 'demo'
            printf '%s\n' '@files'
        case 'history show' 'history undo'
            printf '%s\n' '@runs'
        case 'copy' 'wait'
            printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags'
        case 'config get' 'config set' 'config unset'
            printf '%s\n' '@settings'
        case 'help'
            printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags' 'add' 'today' 'tomorrow' 'weekend' 'day' 'agenda' 'month' 'week' 'search' 'browse' 'feed' 'explain' 'import' 'validate' 'export' 'history' 'apply' 'diff' 'copy' 'seed' 'wait' 'serve' 'backup' 'restore' 'api' 'index' 'doc' 'mcp' 'init' 'login' 'logout' 'profile' 'config' 'doctor' 'demo' 'help' 'completion' 'filters' 'dates' 'output' 'exit-codes' 'environment' 'security'
        case 'completion'
            printf '%s\n' 'bash' 'zsh' 'fish' 'powershell'
    end
end

function __cal_takes_value
    contains -- $argv[1] --add-categories --add-organizer --add-organizers --add-tags --add-venue --add-venues --address --allow-host --api-root --author --categories --city --cleanup --color --concurrency --confirm --context --cors --cost --count --country --data --date --date-order --date-utc --description --duration --email --end-date --ends-after --ends-before --event --excerpt --exclude --fail --fields --file --first-id --format --from --generate --geofence --geoloc-lat --geoloc-lng --header-name --host --idle --image --import-folder --include --interval --jq --kind --lang --latency --limit --map --match --max-delete --max-wait --name --namespace --now --on-existing --order --orderby --organizer --out --output --page --param --parent --password --per-page --phone --port --post --post-parent --print-env --profile --progress --province --public-url --random-seed --rate --rate-limit --ready-file --rejected --remove-categories --remove-organizer --remove-organizers --remove-tags --remove-venue --remove-venues --root --search --seed --set --sheet --shift --since --slug --sort --start-date --starts-after --starts-before --state --stateprovince --status --stop-on-error --tags --template --timeout --timezone --title --tls-cert --tls-key --to --tz --unset --until --user --users --vendor --venue --website --week-start --where --without --zip -f -o
end

function __cal_offer_source
    set -l source $argv[1..-2]
    set -l cur $argv[-1]
    set -l before (string match -r '^.*,' -- $cur)
    switch "$source[1]"
        case ''
        case @files
            __fish_complete_path $cur
        case '@*'
            set -l program (commandline -opc)[1]
            $program __complete (string sub -s 2 -- $source[1]) (string replace -r '^.*,' '' -- $cur) 2>/dev/null | string replace -r '^' -- "$before"
        case '*'
            printf '%s\n' $source | string replace -r '^' -- "$before"
    end
end

function __cal_candidates
    set -l words (commandline -opc)
    set -l cur (commandline -ct | string replace -r '^["\']' '')
    set -l place ''
    set -l count 0
    set -l flag ''
    set -l skip 0
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        if test "$word" = --
            return
        end
        if string match -q -- '-*' $word
            if __cal_takes_value $word
                set skip 1
            end
        else if test -z "$place"
            switch $word
                case event venue organizer tag
                    set place "$word"s
                case category
                    set place categories
                case '*'
                    set place $word
            end
        else if test $count = 0; and __cal_subcommands $place | string match -q -- $word\t'*'
            set place "$place $word"
            set count 1
        else
            set count 2
        end
    end
    if test (count $words) -gt 1; and __cal_takes_value $words[-1]
        set flag $words[-1]
    else if string match -qr -- '^--[^=]+=' $cur
        set flag (string replace -r '=.*' '' -- $cur)
        set -l found (__cal_source "$place $flag")
        set -q found[1]; or set found (__cal_source "* $flag")
        __cal_offer_source $found (string replace -r '^[^=]*=' '' -- $cur) | string replace -r '^' -- "$flag="
        return
    end
    if test -n "$flag"
        set -l found (__cal_source "$place $flag")
        set -q found[1]; or set found (__cal_source "* $flag")
        __cal_offer_source $found $cur
    else if string match -q -- '-*' $cur
        __cal_flags $place
        __cal_global_flags
    else
        set -l subcommands
        test $count = 0; and set subcommands (__cal_subcommands $place)
        test -z "$place"; and set -a subcommands ($words[1] __complete aliases $cur 2>/dev/null)
        if set -q subcommands[1]
            printf '%s\n' $subcommands
        else
            set -l found (__cal_operand "$place $words[-1]")
            set -q found[1]; or set found (__cal_operand $place)
            __cal_offer_source $found $cur
        end
    end
end

for program in cal calctl
    complete -c $program -f -a '(__cal_candidates)'
end
