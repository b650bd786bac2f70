# fish completion for cal and calctl. Written by: cal completion fish
# Try it: cal completion fish | source

function __cal_subcommands
    switch "$argv[1]"
        case ''
            printf '%s\n' 'events'\t'events' 'venues'\t'venues' 'organizers'\t'organizers' 'categories'\t'categories' 'tags'\t'tags' 'add'\t'create an event from one line of text' 'today'\t'list today’s events' 'tomorrow'\t'list tomorrow’s events' 'weekend'\t'list the events of this Saturday and Sunday' 'day'\t'list the events of a day' 'agenda'\t'list events day by day' 'month'\t'show a month or a year as a grid' 'week'\t'show a week as a grid' 'search'\t'search events, venues, organizers, categories and tags' 'open'\t'open the web page of an event, or of the calendar' 'explain'\t'explain a kind of record, a field or a filter, offline' 'import'\t'create and update many records from files' 'validate'\t'check files without a server' 'export'\t'write a calendar to files that can be imported again' 'history' 'apply'\t'make the calendar match a file' 'diff'\t'show what apply or copy would change' 'copy'\t'copy a calendar to another one' 'seed'\t'fill a calendar with reproducible test data' 'serve'\t'serve a database file over HTTP' 'backup'\t'copy a database file, also while it is served' 'restore'\t'replace a database file with a copy; the current file is backed up first' 'api'\t'send any request to the interface' 'index'\t'show the index of the namespace' 'doc'\t'show the OpenAPI description of the interface' 'init'\t'find a calendar service and save it as a profile' 'login'\t'save credentials for a calendar service' 'logout'\t'delete the saved credentials of a calendar service' 'profile' 'config' 'doctor'\t'check configuration, connection and rights' 'demo'\t'create a database file with sample events' 'help'\t'show help for a command or a topic' 'completion'\t'write the completion script of a shell'
        case 'events'
            printf '%s\n' 'list'\t'list events' 'get'\t'show one event or several' 'create'\t'create an event' 'update'\t'change one event or several' 'delete'\t'delete one event or several' 'restore'\t'restore one event or several from the trash'
        case 'venues'
            printf '%s\n' 'list'\t'list venues' 'get'\t'show one venue or several' 'create'\t'create a venue' 'update'\t'change one venue or several' 'delete'\t'delete one venue or several' 'restore'\t'restore one venue or several from the trash'
        case 'organizers'
            printf '%s\n' 'list'\t'list organizers' 'get'\t'show one organizer or several' 'create'\t'create an organizer' 'update'\t'change one organizer or several' 'delete'\t'delete one organizer or several' 'restore'\t'restore one organizer or several from the trash'
        case 'categories'
            printf '%s\n' 'list'\t'list categories' 'get'\t'show one category or several' 'create'\t'create a category' 'update'\t'change one category or several' 'delete'\t'delete one category or several' 'tree'\t'show categories below their parents'
        case 'tags'
            printf '%s\n' 'list'\t'list tags' 'get'\t'show one tag or several' 'create'\t'create a tag' 'update'\t'change one tag or several' 'delete'\t'delete one tag or several'
        case 'history'
            printf '%s\n' 'list'\t'show the runs that changed many records' 'show'\t'show what a run wrote' 'undo'\t'undo a run'
        case 'serve'
            printf '%s\n' 'reset'\t'reset a calendar served from :memory: to its initial state' 'snapshot'\t'save the current state of a calendar served from :memory:' 'restore'\t'restore a saved state of a calendar served from :memory:' 'requests'\t'list the last requests to a calendar served from :memory:'
        case 'profile'
            printf '%s\n' 'list'\t'list profiles' 'use'\t'make a profile the default' 'show'\t'show a profile' 'remove'\t'remove a profile'
        case 'config'
            printf '%s\n' 'list'\t'show every setting and its source' 'get'\t'show the value of a setting' 'set'\t'set a setting in the user’s file' 'unset'\t'remove a setting from the user’s file' 'path'\t'show which files are read'
    end
end

function __cal_flags
    switch "$argv[1]"
        case 'events list'
            printf '%s\n' '--page'\t'page of results' '--per-page'\t'events per page' '--start-date'\t'starts on or after this day' '--end-date'\t'ends on or before this day' '--starts-before'\t'starts before the end of this day' '--starts-after'\t'starts after the end of this day' '--ends-before'\t'ends before the end of this day' '--ends-after'\t'ends after the end of this day' '--strict-dates'\t'exact times instead of whole days' '--no-strict-dates'\t'exact times instead of whole days' '--search'\t'text in title or description' '--categories'\t'in any of these categories (id or slug)' '--tags'\t'with any of these tags (id or slug)' '--venue'\t'at any of these venues (id)' '--organizer'\t'by any of these organizers (id)' '--featured'\t'only featured events, or only others' '--no-featured'\t'only featured events, or only others' '--status'\t'publication status' '--geoloc'\t'venue has coordinates (premium extension)' '--no-geoloc'\t'venue has coordinates (premium extension)' '--geoloc-lat'\t'near this latitude, with geoloc_lng (premium extension)' '--geoloc-lng'\t'near this longitude, with geoloc_lat (premium extension)' '--include'\t'only events with these ids; date filters are ignored' '--post-parent'\t'children of this event (id)' '--ticketed'\t'with or without tickets' '--no-ticketed'\t'with or without tickets' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented parameter' '--any-date'\t'include events of any date' '--iso'\t'on a terminal, show sortable dates: 2026-11-23 19:00–21:00'
        case 'events get'
            printf '%s\n' '--password'\t'password of a protected event' '--web'\t'open the page in the browser'
        case 'events create'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--title'\t'title' '--description'\t'description' '--slug'\t'slug (post name)' '--excerpt'\t'excerpt' '--status'\t'publication status' '--timezone'\t'time zone' '--all-day'\t'lasts whole days' '--no-all-day'\t'lasts whole days' '--start-date'\t'start date and time' '--end-date'\t'end date and time' '--image'\t'featured image: an id or a URL' '--cost'\t'cost' '--website'\t'website URL' '--show-map'\t'show a map' '--no-show-map'\t'show a map' '--show-map-link'\t'show a link to a map' '--no-show-map-link'\t'show a link to a map' '--hide-from-listings'\t'leave out of calendar views' '--no-hide-from-listings'\t'leave out of calendar views' '--sticky'\t'keep on top in the calendar view' '--no-sticky'\t'keep on top in the calendar view' '--featured'\t'highlight on the site' '--no-featured'\t'highlight on the site' '--categories'\t'categories (id, slug or name)' '--tags'\t'tags (id, slug or name)' '--venue'\t'venue (id or data)' '--organizer'\t'organizers (id or data)' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--duration'\t'duration instead of --end-date: 90m, 1h30m, 2d' '--create-missing'\t'create missing categories, tags, venues and organizers by name' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids'
        case 'events update'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--title'\t'title' '--description'\t'description' '--slug'\t'slug (post name)' '--excerpt'\t'excerpt' '--status'\t'publication status' '--timezone'\t'time zone' '--all-day'\t'lasts whole days' '--no-all-day'\t'lasts whole days' '--start-date'\t'start date and time' '--end-date'\t'end date and time' '--image'\t'featured image: an id or a URL' '--cost'\t'cost' '--website'\t'website URL' '--show-map'\t'show a map' '--no-show-map'\t'show a map' '--show-map-link'\t'show a link to a map' '--no-show-map-link'\t'show a link to a map' '--hide-from-listings'\t'leave out of calendar views' '--no-hide-from-listings'\t'leave out of calendar views' '--sticky'\t'keep on top in the calendar view' '--no-sticky'\t'keep on top in the calendar view' '--featured'\t'highlight on the site' '--no-featured'\t'highlight on the site' '--categories'\t'categories (id, slug or name)' '--tags'\t'tags (id, slug or name)' '--venue'\t'venue (id or data)' '--organizer'\t'organizers (id or data)' '--password'\t'password of a protected event' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--duration'\t'duration instead of --end-date: 90m, 1h30m, 2d' '--shift'\t'move start and end: +1h, -2d, +1w, +1d12h; days and weeks keep the time of day' '--add-categories'\t'add these categories to those the event has' '--remove-categories'\t'remove these categories, keep the others' '--add-tags'\t'add these tags' '--remove-tags'\t'remove these tags' '--add-organizer'\t'add these organizers' '--remove-organizer'\t'remove these organizers' '--add-venue'\t'add this venue; most services keep one for each event' '--remove-venue'\t'remove this venue' '--create-missing'\t'create missing categories, tags, venues and organizers by name' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the given fields; services may reset the others' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume'
        case 'events delete'
            printf '%s\n' '--password'\t'password of a protected event' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt'
        case 'events restore' 'venues restore' 'organizers restore'
            printf '%s\n' '--status'\t'status after restoring (default: the one it had, if a run of cal deleted it; else draft)' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt'
        case 'venues list'
            printf '%s\n' '--page'\t'page of results' '--per-page'\t'venues per page' '--search'\t'text in name, description or custom fields' '--event'\t'venues of this event (id)' '--has-events'\t'only venues with events, or only others' '--no-has-events'\t'only venues with events, or only others' '--only-with-upcoming'\t'only venues with upcoming events' '--no-only-with-upcoming'\t'only venues with upcoming events' '--status'\t'publication status' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented parameter'
        case 'venues get' 'organizers get' 'categories get' 'tags get'
            printf '%s\n' '--web'\t'open the page in the browser'
        case 'venues create'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--venue'\t'name' '--description'\t'description' '--status'\t'publication status' '--show-map'\t'events here show a map' '--no-show-map'\t'events here show a map' '--show-map-link'\t'events here show a link to a map' '--no-show-map-link'\t'events here show a link to a map' '--address'\t'street address' '--city'\t'city' '--country'\t'country' '--province'\t'province' '--state'\t'state' '--zip'\t'postal code' '--phone'\t'phone number' '--stateprovince'\t'state or province' '--website'\t'website URL' '--image'\t'featured image: an id or a URL' '--name'\t'name' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--allow-duplicate'\t'create it even if the name exists'
        case 'venues update'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--venue'\t'name' '--description'\t'description' '--status'\t'publication status' '--show-map'\t'events here show a map' '--no-show-map'\t'events here show a map' '--show-map-link'\t'events here show a link to a map' '--no-show-map-link'\t'events here show a link to a map' '--address'\t'street address' '--city'\t'city' '--country'\t'country' '--province'\t'province' '--state'\t'state' '--zip'\t'postal code' '--phone'\t'phone number' '--stateprovince'\t'state or province' '--website'\t'website URL' '--image'\t'featured image: an id or a URL' '--name'\t'name' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the given fields; services may reset the others' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume'
        case 'venues delete' 'organizers delete' 'categories delete' 'tags delete'
            printf '%s\n' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt'
        case 'organizers list'
            printf '%s\n' '--page'\t'page of results' '--per-page'\t'organizers per page' '--search'\t'text in name, description or custom fields' '--event'\t'organizers of this event (id)' '--has-events'\t'only organizers with events, or only others' '--no-has-events'\t'only organizers with events, or only others' '--only-with-upcoming'\t'only organizers with upcoming events' '--no-only-with-upcoming'\t'only organizers with upcoming events' '--status'\t'publication status' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented parameter'
        case 'organizers create'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--organizer'\t'name' '--description'\t'description' '--status'\t'publication status' '--phone'\t'phone number' '--website'\t'website URL' '--email'\t'e-mail address' '--image'\t'featured image: an id or a URL' '--name'\t'name' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--allow-duplicate'\t'create it even if the name exists'
        case 'organizers update'
            printf '%s\n' '--author'\t'author (user id)' '--date'\t'publication date' '--date-utc'\t'publication date in UTC' '--organizer'\t'name' '--description'\t'description' '--status'\t'publication status' '--phone'\t'phone number' '--website'\t'website URL' '--email'\t'e-mail address' '--image'\t'featured image: an id or a URL' '--name'\t'name' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the given fields; services may reset the others' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume'
        case 'categories list'
            printf '%s\n' '--page'\t'page of results' '--per-page'\t'categories per page' '--search'\t'text in name or slug' '--exclude'\t'without these ids' '--include'\t'only these ids' '--order'\t'sort direction' '--orderby'\t'attribute to sort by' '--hide-empty'\t'without categories that no event uses' '--no-hide-empty'\t'without categories that no event uses' '--parent'\t'under this category (id)' '--post'\t'categories of this event (id)' '--event'\t'the same as post' '--slug'\t'with this slug' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented parameter'
        case 'categories create'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--parent'\t'parent category (id)' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids'
        case 'categories update'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--parent'\t'parent category (id)' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the given fields; services may reset the others' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume'
        case 'categories tree'
            printf '%s\n' '--hide-empty'\t'without categories that no event uses' '--no-hide-empty'\t'without categories that no event uses'
        case 'tags list'
            printf '%s\n' '--page'\t'page of results' '--per-page'\t'tags per page' '--search'\t'text in name or slug' '--exclude'\t'without these ids' '--include'\t'only these ids' '--order'\t'sort direction' '--orderby'\t'attribute to sort by' '--hide-empty'\t'without tags that no event uses' '--no-hide-empty'\t'without tags that no event uses' '--post'\t'tags of this event (id)' '--event'\t'the same as post' '--slug'\t'with this slug' '--all'\t'fetch all pages' '--limit'\t'maximum number of results to fetch' '--param'\t'add an undocumented parameter'
        case 'tags create'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids'
        case 'tags update'
            printf '%s\n' '--name'\t'name' '--description'\t'description' '--slug'\t'slug' '--file'\t'take fields from a JSON or YAML file, one record or many; - is standard input' '--data'\t'fields as JSON, over those of the file' '--set'\t'one field, over --file and --data; venue.city reaches inside' '--allow-unknown'\t'send fields that the interface does not document' '--unset'\t'clear a field, or leave out the one a file gives' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt' '--only-given'\t'send only the given fields; services may reset the others' '--where'\t'all records that these filters of list select, instead of TARGET; rerun the command to resume'
        case 'add'
            printf '%s\n' '--status'\t'publication status' '--timezone'\t'time zone' '--description'\t'description' '--create-missing'\t'create missing categories, tags, venues and organizers by name' '--dry-run'\t'preview the requests without sending them' '--porcelain'\t'print only the ids' '--yes'\t'skip the confirmation prompt'
        case 'today' 'tomorrow' 'weekend' 'day' 'agenda' 'month' 'week'
            printf '%s\n' '--search'\t'text in title or description' '--categories'\t'in any of these categories (id or slug)' '--tags'\t'with any of these tags (id or slug)' '--venue'\t'at any of these venues (id)' '--organizer'\t'by any of these organizers (id)' '--featured'\t'only featured events, or only others' '--no-featured'\t'only featured events, or only others' '--status'\t'publication status' '--tz'\t'show times in this zone instead of each event’s own' '--week-start'\t'first day of the week; by default the locale’s'
        case 'search'
            printf '%s\n' '--limit'\t'maximum number of results of each kind'
        case 'import'
            printf '%s\n' '--kind'\t'kind of records, if it can’t be inferred from the file' '--format'\t'format, if it can’t be inferred from the file name' '--sheet'\t'sheet of a workbook (default: the first)' '--map'\t'meaning of a column' '--date-order'\t'order of dates such as 3/4/2026' '--since'\t'first date of iCalendar series (default: all; endless series: one year ago)' '--until'\t'last date of iCalendar series (default: all; endless series: in two years)' '--match'\t'fields that identify a record: id, slug, uid, title+start_date' '--without'\t'leave these fields out' '--on-existing'\t'what to do if a record exists but differs' '--create-missing'\t'create missing venues, organizers, categories and tags by name' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with 10 if there is something to do' '--concurrency'\t'number of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this number of failed records' '--progress'\t'how progress is shown' '--rejected'\t'file for rejected records' '--resume'\t'resume an interrupted run: the newest, or the one named instead of files' '--yes'\t'skip the confirmation prompt'
        case 'validate'
            printf '%s\n' '--kind'\t'kind of records, if it can’t be inferred from the file' '--format'\t'format, if it can’t be inferred from the file name' '--sheet'\t'sheet of a workbook (default: the first)' '--map'\t'meaning of a column' '--date-order'\t'order of dates such as 3/4/2026' '--since'\t'first date of iCalendar series (default: all; endless series: one year ago)' '--until'\t'last date of iCalendar series (default: all; endless series: in two years)' '--match'\t'fields that identify a record: id, slug, uid, title+start_date' '--without'\t'leave these fields out'
        case 'export'
            printf '%s\n' '--to'\t'file or folder/ instead of standard output' '--format'\t'format, if it can’t be inferred from the file name; otherwise json' '--since'\t'only records changed since then' '--stable'\t'for version control: sorted, without ids and dates of publication'
        case 'history undo'
            printf '%s\n' '--force'\t'also undo records that were edited after the run or are in use; those edits are lost' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with 10 if there is something to do' '--concurrency'\t'number of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this number of failed records' '--progress'\t'how progress is shown' '--yes'\t'skip the confirmation prompt'
        case 'apply'
            printf '%s\n' '--file'\t'calendar file; cal explain apply describes its format' '--from'\t'leave out events of the file that start before' '--until'\t'leave out events of the file that start after' '--create-missing'\t'create missing venues, organizers, categories and tags by name' '--seed'\t'seed of the random choices in the file' '--prune'\t'delete records that an earlier apply of this file created and that are no longer in it; with --from or --until only events in that range' '--max-delete'\t'maximum number of records to delete' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with 10 if there is something to do' '--concurrency'\t'number of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this number of failed records' '--progress'\t'how progress is shown' '--yes'\t'skip the confirmation prompt'
        case 'diff'
            printf '%s\n' '--file'\t'calendar file; cal explain apply describes its format' '--from'\t'leave out events of the file that start before; with --to, the calendar that would be copied' '--until'\t'leave out events of the file that start after' '--create-missing'\t'create missing venues, organizers, categories and tags by name' '--seed'\t'seed of the random choices in the file' '--to'\t'calendar to write to: a profile, an address or a database file' '--where'\t'only events that these filters of events list select, and what they link to' '--mirror'\t'also delete what an earlier copy created and the source no longer has' '--prune'\t'delete records that an earlier apply of this file created and that are no longer in it; with --from or --until only events in that range' '--exit-code'\t'exit with 10 if something differs'
        case 'copy'
            printf '%s\n' '--start-date'\t'starts on or after this day' '--end-date'\t'ends on or before this day' '--starts-before'\t'starts before the end of this day' '--starts-after'\t'starts after the end of this day' '--ends-before'\t'ends before the end of this day' '--ends-after'\t'ends after the end of this day' '--strict-dates'\t'exact times instead of whole days' '--no-strict-dates'\t'exact times instead of whole days' '--search'\t'text in title or description' '--categories'\t'in any of these categories (id or slug)' '--tags'\t'with any of these tags (id or slug)' '--venue'\t'at any of these venues (id)' '--organizer'\t'by any of these organizers (id)' '--featured'\t'only featured events, or only others' '--no-featured'\t'only featured events, or only others' '--status'\t'publication status' '--geoloc'\t'venue has coordinates (premium extension)' '--no-geoloc'\t'venue has coordinates (premium extension)' '--geoloc-lat'\t'near this latitude, with geoloc_lng (premium extension)' '--geoloc-lng'\t'near this longitude, with geoloc_lat (premium extension)' '--include'\t'only events with these ids; date filters are ignored' '--post-parent'\t'children of this event (id)' '--ticketed'\t'with or without tickets' '--no-ticketed'\t'with or without tickets' '--from'\t'calendar to read: a profile, an address or a database file' '--to'\t'calendar to write to: a profile, an address or a database file' '--where'\t'only events that these filters of events list select, and what they link to' '--mirror'\t'also delete what an earlier copy created and the source no longer has' '--max-delete'\t'maximum number of records to delete' '--on-existing'\t'what to do if a record exists at the target but differs' '--without'\t'leave these fields out' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with 10 if there is something to do' '--concurrency'\t'number of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this number of failed records' '--progress'\t'how progress is shown' '--yes'\t'skip the confirmation prompt'
        case 'seed'
            printf '%s\n' '--file'\t'calendar file; cal explain apply describes its format' '--from'\t'leave out events of the file that start before' '--until'\t'leave out events of the file that start after' '--create-missing'\t'create missing venues, organizers, categories and tags by name' '--seed'\t'seed of the random choices in the file' '--generate'\t'generate records: events=1000,venues=20' '--out'\t'write key and id of each record: ids.json or ids.env' '--cleanup'\t'undo an earlier seed' '--force'\t'also undo records that were edited after the run or are in use; those edits are lost' '--dry-run'\t'show the plan without changing anything' '--exit-code'\t'with --dry-run: exit with 10 if there is something to do' '--concurrency'\t'number of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' '--rate'\t'maximum number of requests per second: 5/s' '--stop-on-error'\t'stop after this number of failed records' '--progress'\t'how progress is shown' '--yes'\t'skip the confirmation prompt'
        case 'serve'
            printf '%s\n' '--data'\t'database file, created if it does not exist; with COMMAND the default is :memory:, which is discarded at the end' '--host'\t'address to listen on' '--port'\t'port to listen on; 0 chooses a free one, the default with COMMAND' '--root'\t'first segment of the api root' '--vendor'\t'second segment of the api root' '--timezone'\t'time zone of the calendar, stored in the file: Europe/Berlin, UTC+2' '--users'\t'JSON list of all users: login, password, role, also id and email; users of the database file that are not in it are removed' '--user'\t'one user' '--now'\t'stop the clock at this moment' '--premium'\t'filter events by the coordinates of their venue' '--geofence'\t'with --premium: radius that counts as nearby' '--allow-host'\t'additional host name of this service' '--public-url'\t'address behind a proxy: answers link to it, requests may name its host' '--cors'\t'allow pages of this origin (CORS): https://example.org' '--tls-cert'\t'certificate (PEM); enables HTTPS' '--tls-key'\t'key of the certificate (PEM)' '--read-only'\t'refuse every change' '--quirks'\t'answer exactly as deployed services of this release do, to test scripts written for them' '--first-id'\t'first id that a new calendar assigns' '--seed'\t'load this file first: YAML, JSON, CSV, ICS; the calendar is :memory: unless --data is given' '--ready-file'\t'write this file once the service is ready, remove it at the end' '--print-env'\t'print the environment variables for this service' '--latency'\t'delay each response (milliseconds): 50..200' '--fail'\t'fail a share of requests: \'POST /events:5%:503\'' '--rate-limit'\t'reject requests above this rate: 10/s, 100/m' '--random-seed'\t'seed that determines which requests are slow or fail'
        case 'serve reset' 'serve restore' 'profile remove'
            printf '%s\n' '--yes'\t'skip the confirmation prompt'
        case 'backup'
            printf '%s\n' '--data'\t'the database file'
        case 'restore'
            printf '%s\n' '--data'\t'the database file' '--yes'\t'skip the confirmation prompt'
        case 'api'
            printf '%s\n' '--data'\t'body: JSON, @FILE or @- for standard input' '--param'\t'add a parameter to the query'
        case 'index'
            printf '%s\n' '--namespace'\t'namespace to describe' '--context'\t'scope of the answer'
        case 'init'
            printf '%s\n' '--name'\t'name of the profile'
        case 'login'
            printf '%s\n' '--kind'\t'how to sign in: an application password, a bearer token, a header' '--user'\t'user name, for basic' '--header-name'\t'name of the header, for header' '--stdin'\t'read the password or token from standard input'
        case 'help'
            printf '%s\n' '--all'\t'list every flag of the command'
    end
end

function __cal_global_flags
    printf '%s\n' '--output'\t'output format' '--json'\t'the same as -o json' '--fields'\t'show only these fields: id,title,venue.city' '--sort'\t'sort by this field; -FIELD for descending order' '--jq'\t'filter the data as JSON with a jq expression' '--template'\t'a line for each record: \'{{id}} {{title}}\'' '--no-header'\t'omit the header line' '--csv-safe'\t'CSV and TSV: escape cells that a spreadsheet would evaluate' '--color'\t'when to use colours' '--no-pager'\t'never use a pager' '--api-root'\t'address of the interface, or file:./calendar.db' '--profile'\t'profile to use' '--confirm'\t'write to this protected profile without the prompt for its name' '--timeout'\t'time limit for one request' '--max-wait'\t'longest wait to accept when the server asks to retry later' '--insecure-http'\t'send credentials over plain HTTP' '--lang'\t'language of texts' '--no-input'\t'never prompt for input' '--show-request'\t'show each request as a curl command' '--debug'\t'show requests, responses and, for a bug, the stack trace' '--help'\t'show this help' '--help-all'\t'show this help with all flags' '--version'\t'show the version'
end

function __cal_source
    switch "$argv[1]"
        case '* --output' '* -o'
            printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'yaml' 'md' 'ids' 'count' 'ics'
        case '* --fields' '* --sort'
            printf '%s\n' 'id'\t'ID' 'author'\t'author (user id)' 'date'\t'publication date' 'date_utc'\t'publication date in UTC' 'title'\t'title' 'description'\t'description' 'slug'\t'slug' 'excerpt'\t'excerpt' 'status'\t'publication status' 'timezone'\t'time zone' 'all_day'\t'lasts whole days' 'start_date'\t'start date and time' 'end_date'\t'end date and time' 'image'\t'featured image: an id or a URL' 'cost'\t'cost' 'website'\t'website URL' 'show_map'\t'events here show a map' 'show_map_link'\t'events here show a link to a map' 'hide_from_listings'\t'leave out of calendar views' 'sticky'\t'keep on top in the calendar view' 'featured'\t'highlight on the site' 'categories'\t'categories (id, slug or name)' 'tags'\t'tags (id, slug or name)' 'venue'\t'name' 'organizer'\t'name' 'address'\t'street address' 'city'\t'city' 'country'\t'country' 'province'\t'province' 'state'\t'state' 'zip'\t'postal code' 'phone'\t'phone number' 'stateprovince'\t'state or province' 'email'\t'e-mail address' 'name'\t'name' 'parent'\t'parent category (id)' 'url' 'venue.venue' 'venue.city'
        case '* --color'
            printf '%s\n' 'auto' 'always' 'never'
        case '* --profile' '* --confirm'
            printf '%s\n' '@profiles'
        case '* --lang'
            printf '%s\n' 'en' 'de'
        case 'events list --categories' 'events create --categories' 'events update --categories' 'events update --add-categories' 'events update --remove-categories' 'categories list --parent' 'categories create --parent' 'categories update --parent' 'today --categories' 'tomorrow --categories' 'weekend --categories' 'day --categories' 'agenda --categories' 'month --categories' 'week --categories' 'copy --categories'
            printf '%s\n' '@categories'
        case 'events list --tags' 'events create --tags' 'events update --tags' 'events update --add-tags' 'events update --remove-tags' 'today --tags' 'tomorrow --tags' 'weekend --tags' 'day --tags' 'agenda --tags' 'month --tags' 'week --tags' 'copy --tags'
            printf '%s\n' '@tags'
        case 'events list --venue' 'events create --venue' 'events update --venue' 'events update --add-venue' 'events update --remove-venue' 'today --venue' 'tomorrow --venue' 'weekend --venue' 'day --venue' 'agenda --venue' 'month --venue' 'week --venue' 'copy --venue'
            printf '%s\n' '@venues'
        case 'events list --organizer' 'events create --organizer' 'events update --organizer' 'events update --add-organizer' 'events update --remove-organizer' 'today --organizer' 'tomorrow --organizer' 'weekend --organizer' 'day --organizer' 'agenda --organizer' 'month --organizer' 'week --organizer' 'copy --organizer'
            printf '%s\n' '@organizers'
        case 'events list --status' 'events create --status' 'events update --status' 'venues list --status' 'venues create --status' 'venues update --status' 'organizers list --status' 'organizers create --status' 'organizers update --status' 'add --status' 'today --status' 'tomorrow --status' 'weekend --status' 'day --status' 'agenda --status' 'month --status' 'week --status' 'copy --status'
            printf '%s\n' 'publish' 'draft' 'pending' 'private' 'future' 'trash'
        case 'events create --timezone' 'events update --timezone' 'add --timezone' 'today --tz' 'tomorrow --tz' 'weekend --tz' 'day --tz' 'agenda --tz' 'month --tz' 'week --tz'
            printf '%s\n' '@zones'
        case 'events create --file' 'events create -f' 'events update --file' 'events update -f' 'venues create --file' 'venues create -f' 'venues update --file' 'venues update -f' 'organizers create --file' 'organizers create -f' 'organizers update --file' 'organizers update -f' 'categories create --file' 'categories create -f' 'categories update --file' 'categories update -f' 'tags create --file' 'tags create -f' 'tags update --file' 'tags update -f' 'import --rejected' 'apply --file' 'apply -f' 'diff --file' 'diff -f' 'seed --file' 'seed -f'
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
        case 'serve --print-env'
            printf '%s\n' 'sh' 'github' 'json'
        case 'login --kind'
            printf '%s\n' 'basic' 'bearer' 'header'
    end
end

function __cal_operand
    switch "$argv[1]"
        case 'events get' 'events update' 'events delete' 'events restore'
            printf '%s\n' '@events'
        case 'venues get' 'venues update' 'venues delete' 'venues restore'
            printf '%s\n' '@venues'
        case 'organizers get' 'organizers update' 'organizers delete' 'organizers restore'
            printf '%s\n' '@organizers'
        case 'categories get' 'categories update' 'categories delete'
            printf '%s\n' '@categories'
        case 'tags get' 'tags update' 'tags delete'
            printf '%s\n' '@tags'
        case 'explain'
            printf '%s\n' 'event'\t'event' 'event.page'\t'page of results' 'event.per_page'\t'events per page' 'event.start_date'\t'start date and time' 'event.end_date'\t'end date and time' 'event.starts_before'\t'starts before the end of this day' 'event.starts_after'\t'starts after the end of this day' 'event.ends_before'\t'ends before the end of this day' 'event.ends_after'\t'ends after the end of this day' 'event.strict_dates'\t'exact times instead of whole days' 'event.search'\t'text in title or description' 'event.categories'\t'categories (id, slug or name)' 'event.tags'\t'tags (id, slug or name)' 'event.venue'\t'venue (id or data)' 'event.organizer'\t'organizers (id or data)' 'event.featured'\t'highlight on the site' 'event.status'\t'publication status' 'event.geoloc'\t'venue has coordinates (premium extension)' 'event.geoloc_lat'\t'near this latitude, with geoloc_lng (premium extension)' 'event.geoloc_lng'\t'near this longitude, with geoloc_lat (premium extension)' 'event.include'\t'only events with these ids; date filters are ignored' 'event.post_parent'\t'children of this event (id)' 'event.ticketed'\t'with or without tickets' 'event.author'\t'author (user id)' 'event.date'\t'publication date' 'event.date_utc'\t'publication date in UTC' 'event.title'\t'title' 'event.description'\t'description' 'event.slug'\t'slug (post name)' 'event.excerpt'\t'excerpt' 'event.timezone'\t'time zone' 'event.all_day'\t'lasts whole days' 'event.image'\t'featured image: an id or a URL' 'event.cost'\t'cost' 'event.website'\t'website URL' 'event.show_map'\t'show a map' 'event.show_map_link'\t'show a link to a map' 'event.hide_from_listings'\t'leave out of calendar views' 'event.sticky'\t'keep on top in the calendar view' 'venue'\t'venue' 'venue.page'\t'page of results' 'venue.per_page'\t'venues per page' 'venue.search'\t'text in name, description or custom fields' 'venue.event'\t'venues of this event (id)' 'venue.has_events'\t'only venues with events, or only others' 'venue.only_with_upcoming'\t'only venues with upcoming events' 'venue.status'\t'publication status' 'venue.author'\t'author (user id)' 'venue.date'\t'publication date' 'venue.date_utc'\t'publication date in UTC' 'venue.venue'\t'name' 'venue.description'\t'description' 'venue.show_map'\t'events here show a map' 'venue.show_map_link'\t'events here show a link to a map' 'venue.address'\t'street address' 'venue.city'\t'city' 'venue.country'\t'country' 'venue.province'\t'province' 'venue.state'\t'state' 'venue.zip'\t'postal code' 'venue.phone'\t'phone number' 'venue.stateprovince'\t'state or province' 'venue.website'\t'website URL' 'venue.image'\t'featured image: an id or a URL' 'organizer'\t'organizer' 'organizer.page'\t'page of results' 'organizer.per_page'\t'organizers per page' 'organizer.search'\t'text in name, description or custom fields' 'organizer.event'\t'organizers of this event (id)' 'organizer.has_events'\t'only organizers with events, or only others' 'organizer.only_with_upcoming'\t'only organizers with upcoming events' 'organizer.status'\t'publication status' 'organizer.author'\t'author (user id)' 'organizer.date'\t'publication date' 'organizer.date_utc'\t'publication date in UTC' 'organizer.organizer'\t'name' 'organizer.description'\t'description' 'organizer.phone'\t'phone number' 'organizer.website'\t'website URL' 'organizer.email'\t'e-mail address' 'organizer.image'\t'featured image: an id or a URL' 'category'\t'category' 'category.page'\t'page of results' 'category.per_page'\t'categories per page' 'category.search'\t'text in name or slug' 'category.exclude'\t'without these ids' 'category.include'\t'only these ids' 'category.order'\t'sort direction' 'category.orderby'\t'attribute to sort by' 'category.hide_empty'\t'without categories that no event uses' 'category.parent'\t'parent category (id)' 'category.post'\t'categories of this event (id)' 'category.event'\t'the same as post' 'category.slug'\t'slug' 'category.name'\t'name' 'category.description'\t'description' 'tag'\t'tag' 'tag.page'\t'page of results' 'tag.per_page'\t'tags per page' 'tag.search'\t'text in name or slug' 'tag.exclude'\t'without these ids' 'tag.include'\t'only these ids' 'tag.order'\t'sort direction' 'tag.orderby'\t'attribute to sort by' 'tag.hide_empty'\t'without tags that no event uses' 'tag.post'\t'tags of this event (id)' 'tag.event'\t'the same as post' 'tag.slug'\t'slug' 'tag.name'\t'name' 'tag.description'\t'description'
        case 'import' 'validate' 'apply' 'diff' 'seed' 'demo'
            printf '%s\n' '@files'
        case 'copy'
            printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags'
        case 'profile use' 'profile show' 'profile remove'
            printf '%s\n' '@profiles'
        case 'config get' 'config set' 'config unset'
            printf '%s\n' 'profile' 'api_root' 'lang' 'timezone' 'output' 'timeout' 'max_wait' 'rate' 'concurrency' 'pager' 'secrets' 'state_dir'
        case 'help'
            printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags' 'add' 'today' 'tomorrow' 'weekend' 'day' 'agenda' 'month' 'week' 'search' 'open' 'explain' 'import' 'validate' 'export' 'history' 'apply' 'diff' 'copy' 'seed' 'serve' 'backup' 'restore' 'api' 'index' 'doc' 'init' 'login' 'logout' 'profile' 'config' 'doctor' 'demo' 'help' 'completion' 'filters' 'dates' 'output' 'exit-codes' 'environment' 'security'
        case 'completion'
            printf '%s\n' 'bash' 'zsh' 'fish' 'powershell'
    end
end

function __cal_takes_value
    contains -- $argv[1] --add-categories --add-organizer --add-organizers --add-tags --add-venue --add-venues --address --allow-host --api-root --author --categories --city --cleanup --color --concurrency --confirm --context --cors --cost --country --data --date --date-order --date-utc --description --duration --email --end-date --ends-after --ends-before --event --excerpt --exclude --fail --fields --file --first-id --format --from --generate --geofence --geoloc-lat --geoloc-lng --header-name --host --image --include --jq --kind --lang --latency --limit --map --match --max-delete --max-wait --name --namespace --now --on-existing --order --orderby --organizer --out --output --page --param --parent --password --per-page --phone --port --post --post-parent --print-env --profile --progress --province --public-url --random-seed --rate --rate-limit --ready-file --rejected --remove-categories --remove-organizer --remove-organizers --remove-tags --remove-venue --remove-venues --root --search --seed --set --sheet --shift --since --slug --sort --start-date --starts-after --starts-before --state --stateprovince --status --stop-on-error --tags --template --timeout --timezone --title --tls-cert --tls-key --to --tz --unset --until --user --users --vendor --venue --website --week-start --where --without --zip -f -o
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
    set -l cur (commandline -ct)
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
            __cal_offer_source (__cal_operand $place) $cur
        end
    end
end

for program in cal calctl
    complete -c $program -f -a '(__cal_candidates)'
end
