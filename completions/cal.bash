# bash completion for cal and calctl. Written by: cal completion bash
# Try it: source <(cal completion bash)

_cal_subcommands() {
  case "$1" in
    '')
      printf '%s\n' $'events\tevents' $'venues\tvenues' $'organizers\torganizers' $'categories\tcategories' $'tags\ttags' $'add\tcreate an event from one line of text' $'today\tlist today\'s events' $'tomorrow\tlist tomorrow\'s events' $'weekend\tlist this weekend\'s events' $'day\tlist the events of a day' $'agenda\tlist events day by day' $'month\tshow a month or a year as a grid' $'week\tshow a week as a grid' $'search\tsearch all kinds of records' $'browse\tshow the calendar or an event in the browser' $'feed\tshow the address to subscribe to a calendar' $'explain\tdescribe the fields and filters of a kind of record' $'import\tcreate and update records from files' $'validate\tcheck files without sending anything' $'export\texport a calendar to files' 'history' $'apply\tmake the calendar match a calendar file' $'diff\tshow what apply or copy would change' $'copy\tcopy a calendar to another one' $'seed\tfill a calendar with reproducible test data' $'wait\twait until records exist or no longer exist' $'serve\tserve a database file over HTTP' $'backup\tback up a calendar, even while it is in use' $'restore\trestore a calendar from a backup' $'api\tsend a request to the REST interface' $'index\tshow the routes of the REST interface' $'doc\tshow the OpenAPI description of the interface' $'mcp\tgive an AI assistant access to the calendar (MCP server)' $'init\tconnect to a calendar service and save it as a profile' $'login\tsave credentials for a calendar service' $'logout\tdelete the saved credentials of a calendar service' 'profile' 'config' $'doctor\tcheck configuration, connection and permissions' $'demo\tcreate a database file with sample events' $'help\tshow help for a command or topic' $'completion\tprint a completion script for your shell' ;;
    'events')
      printf '%s\n' $'list\tlist events' $'get\tshow one or more events' $'create\tcreate an event' $'update\tchange one or more events' $'edit\tedit one or more events in an editor' $'delete\tdelete one or more events' $'restore\trestore one or more events from the trash' $'copy\tcopy an event' ;;
    'venues')
      printf '%s\n' $'list\tlist venues' $'get\tshow one or more venues' $'create\tcreate a venue' $'update\tchange one or more venues' $'edit\tedit one or more venues in an editor' $'delete\tdelete one or more venues' $'restore\trestore one or more venues from the trash' ;;
    'organizers')
      printf '%s\n' $'list\tlist organizers' $'get\tshow one or more organizers' $'create\tcreate an organizer' $'update\tchange one or more organizers' $'edit\tedit one or more organizers in an editor' $'delete\tdelete one or more organizers' $'restore\trestore one or more organizers from the trash' ;;
    'categories')
      printf '%s\n' $'list\tlist categories' $'get\tshow one or more categories' $'create\tcreate a category' $'update\tchange one or more categories' $'edit\tedit one or more categories in an editor' $'delete\tdelete one or more categories' $'tree\tshow categories as a tree' ;;
    'tags')
      printf '%s\n' $'list\tlist tags' $'get\tshow one or more tags' $'create\tcreate a tag' $'update\tchange one or more tags' $'edit\tedit one or more tags in an editor' $'delete\tdelete one or more tags' ;;
    'history')
      printf '%s\n' $'list\tlist recorded runs' $'show\tshow what a run changed' $'undo\tundo a run' ;;
    'serve')
      printf '%s\n' $'reset\treset a calendar in :memory: to its initial state' $'snapshot\ttake a snapshot of a calendar in :memory:' $'restore\trestore a snapshot of a calendar in :memory:' $'requests\tlist recent requests to a calendar in :memory:' ;;
    'profile')
      printf '%s\n' $'list\tlist profiles' $'use\tmake a profile the default' $'show\tshow a profile' $'remove\tremove a profile' ;;
    'config')
      printf '%s\n' $'list\tshow all settings and where they are set' $'get\tshow the value of a setting' $'set\tchange a setting in the user configuration file' $'unset\tremove a setting from the user configuration file' $'path\tshow the paths of the configuration files' ;;
  esac
}

_cal_flags() {
  case "$1" in
    'events list')
      printf '%s\n' $'--page\tpage number' $'--per-page\tevents per page' $'--start-date\tstarts on or after this date' $'--end-date\tends on or before this date' $'--starts-before\tstarts on or before this date' $'--starts-after\tstarts after this date' $'--ends-before\tends on or before this date' $'--ends-after\tends after this date' $'--strict-dates\tcompare exact times instead of whole days' $'--no-strict-dates\tcompare exact times instead of whole days' $'--search\tsearch title and description' $'--categories\tin any of these categories' $'--tags\twith any of these tags' $'--venue\tat any of these venues' $'--organizer\tby any of these organizers' $'--featured\tonly featured (or not featured) events' $'--no-featured\tonly featured (or not featured) events' $'--status\twith this publication status' $'--geoloc\tvenue with (or without) coordinates (premium extension)' $'--no-geoloc\tvenue with (or without) coordinates (premium extension)' $'--geoloc-lat\tnear this latitude in degrees, with geoloc_lng (premium extension)' $'--geoloc-lng\tnear this longitude in degrees, with geoloc_lat (premium extension)' $'--include\tonly events with these ids; date filters are ignored' $'--post-parent\tchildren of this event (id)' $'--ticketed\tonly events with (or without) tickets' $'--no-ticketed\tonly events with (or without) tickets' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented query parameter' $'--watch\tredraw every SECONDS; with -o ndjson, print what is new or changed' $'--where\ta filter as update --where takes it: status=draft' $'--any-date\tinclude events of any date' $'--no-venue\tonly events without a venue' $'--no-organizer\tonly events without an organizer' $'--no-category\tonly events without a category' $'--iso\ton a terminal, show sortable dates: 2026-11-23 19:00–21:00' ;;
    'events get')
      printf '%s\n' $'--password\tpassword of a protected event' $'--web\topen the web page in the browser' ;;
    'events create')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date (not the date of the event)' $'--date-utc\tpublication date in UTC' $'--title\ttitle' $'--description\tdescription' $'--slug\tslug (name in the URL)' $'--excerpt\tshort summary' $'--status\tpublication status' $'--timezone\ttime zone, such as Europe/Berlin' $'--all-day\tall-day event' $'--no-all-day\tall-day event' $'--start-date\tstart date and time' $'--end-date\tend date and time' $'--image\tfeatured image (media id or URL)' $'--cost\tprice, such as 12.50 or free' $'--website\twebsite URL' $'--show-map\tshow a map on the event page' $'--no-show-map\tshow a map on the event page' $'--show-map-link\tshow a link to a map' $'--no-show-map-link\tshow a link to a map' $'--hide-from-listings\thide from calendar views' $'--no-hide-from-listings\thide from calendar views' $'--sticky\tpin to the top of the calendar view' $'--no-sticky\tpin to the top of the calendar view' $'--featured\tmark as featured' $'--no-featured\tmark as featured' $'--categories\tcategories' $'--tags\ttags' $'--venue\tvenue' $'--organizer\torganizers' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--duration\tduration instead of --end-date: 90m, 1h30m, 2d' $'--create-missing\tcreate missing categories, tags, venues and organizers' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' ;;
    'events update')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date (not the date of the event)' $'--date-utc\tpublication date in UTC' $'--title\ttitle' $'--description\tdescription' $'--slug\tslug (name in the URL)' $'--excerpt\tshort summary' $'--status\tpublication status' $'--timezone\ttime zone, such as Europe/Berlin' $'--all-day\tall-day event' $'--no-all-day\tall-day event' $'--start-date\tstart date and time' $'--end-date\tend date and time' $'--image\tfeatured image (media id or URL)' $'--cost\tprice, such as 12.50 or free' $'--website\twebsite URL' $'--show-map\tshow a map on the event page' $'--no-show-map\tshow a map on the event page' $'--show-map-link\tshow a link to a map' $'--no-show-map-link\tshow a link to a map' $'--hide-from-listings\thide from calendar views' $'--no-hide-from-listings\thide from calendar views' $'--sticky\tpin to the top of the calendar view' $'--no-sticky\tpin to the top of the calendar view' $'--featured\tmark as featured' $'--no-featured\tmark as featured' $'--categories\tcategories' $'--tags\ttags' $'--venue\tvenue' $'--organizer\torganizers' $'--password\tpassword of a protected event' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--duration\tduration instead of --end-date: 90m, 1h30m, 2d' $'--shift\tmove start and end: +1h, -2d, +1w, +1d12h' $'--add-categories\tadd these categories' $'--remove-categories\tremove these categories' $'--add-tags\tadd these tags' $'--remove-tags\tremove these tags' $'--add-organizer\tadd these organizers' $'--remove-organizer\tremove these organizers' $'--add-venue\tadd this venue; most services allow one per event' $'--remove-venue\tremove this venue' $'--create-missing\tcreate missing categories, tags, venues and organizers' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the specified fields; services may reset the others' $'--where\tselect records by a list filter instead of naming them: status=draft' ;;
    'events edit'|'venues edit'|'organizers edit'|'categories edit'|'tags edit')
      printf '%s\n' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' ;;
    'events delete')
      printf '%s\n' $'--password\tpassword of a protected event' $'--where\tselect records by a list filter instead of naming them: status=draft' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' ;;
    'events restore'|'venues restore'|'organizers restore')
      printf '%s\n' $'--status\tstatus after restoring (default: the earlier one if cal deleted it, else draft)' $'--where\tselect records by a list filter instead of naming them: status=draft' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' ;;
    'events copy')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date (not the date of the event)' $'--date-utc\tpublication date in UTC' $'--title\ttitle' $'--description\tdescription' $'--slug\tslug (name in the URL)' $'--excerpt\tshort summary' $'--status\tpublication status' $'--timezone\ttime zone, such as Europe/Berlin' $'--all-day\tall-day event' $'--no-all-day\tall-day event' $'--start-date\tstart date and time' $'--end-date\tend date and time' $'--image\tfeatured image (media id or URL)' $'--cost\tprice, such as 12.50 or free' $'--website\twebsite URL' $'--show-map\tshow a map on the event page' $'--no-show-map\tshow a map on the event page' $'--show-map-link\tshow a link to a map' $'--no-show-map-link\tshow a link to a map' $'--hide-from-listings\thide from calendar views' $'--no-hide-from-listings\thide from calendar views' $'--sticky\tpin to the top of the calendar view' $'--no-sticky\tpin to the top of the calendar view' $'--featured\tmark as featured' $'--no-featured\tmark as featured' $'--categories\tcategories' $'--tags\ttags' $'--venue\tvenue' $'--organizer\torganizers' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--duration\tduration instead of --end-date: 90m, 1h30m, 2d' $'--shift\tmove start and end instead of --start-date; one copy for each: +1w,+2w,+3w' $'--create-missing\tcreate missing categories, tags, venues and organizers' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' ;;
    'venues list')
      printf '%s\n' $'--page\tpage number' $'--per-page\tvenues per page' $'--search\tsearch name, description and custom fields' $'--event\tvenues of this event (id)' $'--has-events\tonly venues with (or without) events' $'--no-has-events\tonly venues with (or without) events' $'--only-with-upcoming\tonly venues with upcoming events' $'--no-only-with-upcoming\tonly venues with upcoming events' $'--status\twith this publication status' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented query parameter' $'--watch\tredraw every SECONDS; with -o ndjson, print what is new or changed' $'--where\ta filter as update --where takes it: status=draft' ;;
    'venues get'|'organizers get'|'categories get'|'tags get')
      printf '%s\n' $'--web\topen the web page in the browser' ;;
    'venues create')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--venue\tname' $'--description\tdescription' $'--status\tpublication status' $'--show-map\tshow a map on event pages' $'--no-show-map\tshow a map on event pages' $'--show-map-link\tshow a link to a map on event pages' $'--no-show-map-link\tshow a link to a map on event pages' $'--address\tstreet address' $'--city\tcity' $'--country\tcountry' $'--province\tprovince' $'--state\tstate' $'--zip\tpostal code' $'--phone\tphone number' $'--stateprovince\tstate or province' $'--website\twebsite URL' $'--image\tfeatured image (media id or URL)' $'--name\tname' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--allow-duplicate\tcreate the record even if the name exists' ;;
    'venues update')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--venue\tname' $'--description\tdescription' $'--status\tpublication status' $'--show-map\tshow a map on event pages' $'--no-show-map\tshow a map on event pages' $'--show-map-link\tshow a link to a map on event pages' $'--no-show-map-link\tshow a link to a map on event pages' $'--address\tstreet address' $'--city\tcity' $'--country\tcountry' $'--province\tprovince' $'--state\tstate' $'--zip\tpostal code' $'--phone\tphone number' $'--stateprovince\tstate or province' $'--website\twebsite URL' $'--image\tfeatured image (media id or URL)' $'--name\tname' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the specified fields; services may reset the others' $'--where\tselect records by a list filter instead of naming them: status=draft' ;;
    'venues delete'|'organizers delete'|'categories delete'|'tags delete')
      printf '%s\n' $'--where\tselect records by a list filter instead of naming them: status=draft' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' ;;
    'organizers list')
      printf '%s\n' $'--page\tpage number' $'--per-page\torganizers per page' $'--search\tsearch name, description and custom fields' $'--event\torganizers of this event (id)' $'--has-events\tonly organizers with (or without) events' $'--no-has-events\tonly organizers with (or without) events' $'--only-with-upcoming\tonly organizers with upcoming events' $'--no-only-with-upcoming\tonly organizers with upcoming events' $'--status\twith this publication status' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented query parameter' $'--watch\tredraw every SECONDS; with -o ndjson, print what is new or changed' $'--where\ta filter as update --where takes it: status=draft' ;;
    'organizers create')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--organizer\tname' $'--description\tdescription' $'--status\tpublication status' $'--phone\tphone number' $'--website\twebsite URL' $'--email\temail address' $'--image\tfeatured image (media id or URL)' $'--name\tname' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--allow-duplicate\tcreate the record even if the name exists' ;;
    'organizers update')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--organizer\tname' $'--description\tdescription' $'--status\tpublication status' $'--phone\tphone number' $'--website\twebsite URL' $'--email\temail address' $'--image\tfeatured image (media id or URL)' $'--name\tname' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the specified fields; services may reset the others' $'--where\tselect records by a list filter instead of naming them: status=draft' ;;
    'categories list')
      printf '%s\n' $'--page\tpage number' $'--per-page\tcategories per page' $'--search\tsearch name and slug' $'--exclude\texclude these ids' $'--include\tonly these ids' $'--order\tsort direction' $'--orderby\tsort by this attribute' $'--hide-empty\thide categories without events' $'--no-hide-empty\thide categories without events' $'--parent\tchildren of this category' $'--post\tcategories of this event (id)' $'--event\tcategories of this event (id)' $'--slug\twith this slug' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented query parameter' $'--watch\tredraw every SECONDS; with -o ndjson, print what is new or changed' $'--where\ta filter as update --where takes it: status=draft' ;;
    'categories create')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--parent\tparent category' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' ;;
    'categories update')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--parent\tparent category' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the specified fields; services may reset the others' $'--where\tselect records by a list filter instead of naming them: status=draft' ;;
    'categories tree')
      printf '%s\n' $'--hide-empty\thide categories without events' $'--no-hide-empty\thide categories without events' ;;
    'tags list')
      printf '%s\n' $'--page\tpage number' $'--per-page\ttags per page' $'--search\tsearch name and slug' $'--exclude\texclude these ids' $'--include\tonly these ids' $'--order\tsort direction' $'--orderby\tsort by this attribute' $'--hide-empty\thide tags without events' $'--no-hide-empty\thide tags without events' $'--post\ttags of this event (id)' $'--event\ttags of this event (id)' $'--slug\twith this slug' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented query parameter' $'--watch\tredraw every SECONDS; with -o ndjson, print what is new or changed' $'--where\ta filter as update --where takes it: status=draft' ;;
    'tags create')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' ;;
    'tags update')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--file\tread records from JSON or YAML; - reads standard input' $'--data\tfields as JSON; they override --file' $'--set\tset a field: status=draft; overrides the file and --data' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or ignore it in the file' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the specified fields; services may reset the others' $'--where\tselect records by a list filter instead of naming them: status=draft' ;;
    'add')
      printf '%s\n' $'--status\tpublication status' $'--timezone\ttime zone, such as Europe/Berlin' $'--description\tdescription' $'--create-missing\tcreate missing categories, tags, venues and organizers' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only ids' $'--yes\tskip the confirmation prompt' ;;
    'today'|'tomorrow'|'weekend'|'day'|'agenda'|'month'|'week')
      printf '%s\n' $'--search\tsearch title and description' $'--categories\tin any of these categories' $'--tags\twith any of these tags' $'--venue\tat any of these venues' $'--organizer\tby any of these organizers' $'--featured\tonly featured (or not featured) events' $'--no-featured\tonly featured (or not featured) events' $'--status\twith this publication status' $'--tz\tshow all times in this zone instead of each event\'s own' $'--week-start\tfirst day of the week (default: by locale)' $'--watch\tredraw every SECONDS; with -o ndjson, print what is new or changed' ;;
    'search')
      printf '%s\n' $'--limit\tmaximum number of results per kind' ;;
    'browse')
      printf '%s\n' $'--no-open\tprint the address instead of opening a browser' $'--idle\tend after this time without a request: 90s, 5m, 1h30m' ;;
    'import')
      printf '%s\n' $'--kind\tkind of records, if it cannot be inferred from the file' $'--format\tformat, if it cannot be inferred from the file name' $'--sheet\tsheet of a workbook (default: the first)' $'--map\tfield for a column: \'Price=cost\'' $'--date-order\tday and month order in dates such as 3/4/2026' $'--since\tskip earlier dates of iCalendar series (default for endless series: one year ago)' $'--until\tskip later dates of iCalendar series (default for endless series: in two years)' $'--match\tfields that identify a record: id, slug, uid, title+start_date' $'--without\tignore these fields' $'--on-existing\twhat to do if a record exists but differs' $'--create-missing\tcreate missing venues, organizers, categories and tags' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with code 10 if there are changes to make' $'--concurrency\tnumber of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this many failed records' $'--progress\tprogress display' $'--rejected\twrite rejected records to this file' $'--resume\tresume the latest interrupted run, or the run given instead of FILE' $'--yes\tskip the confirmation prompt' ;;
    'validate')
      printf '%s\n' $'--kind\tkind of records, if it cannot be inferred from the file' $'--format\tformat, if it cannot be inferred from the file name' $'--sheet\tsheet of a workbook (default: the first)' $'--map\tfield for a column: \'Price=cost\'' $'--date-order\tday and month order in dates such as 3/4/2026' $'--since\tskip earlier dates of iCalendar series (default for endless series: one year ago)' $'--until\tskip later dates of iCalendar series (default for endless series: in two years)' $'--match\tfields that identify a record: id, slug, uid, title+start_date' $'--without\tignore these fields' ;;
    'export')
      printf '%s\n' $'--to\tfile or folder/ (default: standard output)' $'--format\tfile format (default: by file name, else json)' $'--since\tonly records changed since this date' $'--stable\tfor version control: sorted, without ids and publication dates' ;;
    'history undo')
      printf '%s\n' $'--force\talso undo records that are in use or were edited after the run; those edits are lost' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with code 10 if there are changes to make' $'--concurrency\tnumber of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this many failed records' $'--progress\tprogress display' $'--yes\tskip the confirmation prompt' ;;
    'apply')
      printf '%s\n' $'--file\tcalendar file (format: cal explain apply)' $'--from\tignore events that start before this date' $'--until\tignore events that start after this date' $'--create-missing\tcreate missing venues, organizers, categories and tags' $'--seed\tseed for the random choices in the file' $'--prune\tdelete records that this file created earlier and no longer contains; with --from or --until, only events in that range' $'--max-delete\tmaximum number of records to delete' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with code 10 if there are changes to make' $'--concurrency\tnumber of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this many failed records' $'--progress\tprogress display' $'--yes\tskip the confirmation prompt' ;;
    'diff')
      printf '%s\n' $'--file\tcalendar file (format: cal explain apply)' $'--from\tignore events of the file that start before this date; with --to, calendar to copy from' $'--until\tignore events that start after this date' $'--create-missing\tcreate missing venues, organizers, categories and tags' $'--seed\tseed for the random choices in the file' $'--to\tcalendar to write to: a profile, a URL or a database file' $'--where\tonly events that match this filter of events list, and the records they refer to: tags=music' $'--mirror\talso delete records that an earlier copy created and that the source no longer has' $'--prune\tdelete records that this file created earlier and no longer contains; with --from or --until, only events in that range' $'--exit-code\texit with code 10 if there are differences' ;;
    'copy')
      printf '%s\n' $'--start-date\tstarts on or after this date' $'--end-date\tends on or before this date' $'--starts-before\tstarts on or before this date' $'--starts-after\tstarts after this date' $'--ends-before\tends on or before this date' $'--ends-after\tends after this date' $'--strict-dates\tcompare exact times instead of whole days' $'--no-strict-dates\tcompare exact times instead of whole days' $'--search\tsearch title and description' $'--categories\tin any of these categories' $'--tags\twith any of these tags' $'--venue\tat any of these venues' $'--organizer\tby any of these organizers' $'--featured\tonly featured (or not featured) events' $'--no-featured\tonly featured (or not featured) events' $'--status\twith this publication status' $'--geoloc\tvenue with (or without) coordinates (premium extension)' $'--no-geoloc\tvenue with (or without) coordinates (premium extension)' $'--geoloc-lat\tnear this latitude in degrees, with geoloc_lng (premium extension)' $'--geoloc-lng\tnear this longitude in degrees, with geoloc_lat (premium extension)' $'--include\tonly events with these ids; date filters are ignored' $'--post-parent\tchildren of this event (id)' $'--ticketed\tonly events with (or without) tickets' $'--no-ticketed\tonly events with (or without) tickets' $'--from\tcalendar to read: a profile, a URL or a database file' $'--to\tcalendar to write to: a profile, a URL or a database file' $'--where\tonly events that match this filter of events list, and the records they refer to: tags=music' $'--mirror\talso delete records that an earlier copy created and that the source no longer has' $'--max-delete\tmaximum number of records to delete' $'--on-existing\twhat to do if a record exists at the target but differs' $'--without\tignore these fields' $'--publication-date\talso update records that differ only in their publication date' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with code 10 if there are changes to make' $'--concurrency\tnumber of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this many failed records' $'--progress\tprogress display' $'--yes\tskip the confirmation prompt' ;;
    'seed')
      printf '%s\n' $'--file\tcalendar file (format: cal explain apply)' $'--from\tignore events that start before this date' $'--until\tignore events that start after this date' $'--create-missing\tcreate missing venues, organizers, categories and tags' $'--seed\tseed for the random choices in the file' $'--generate\tgenerate records: events=1000,venues=20' $'--out\twrite the key and id of each record to this .json or .env file' $'--cleanup\tundo an earlier run of seed' $'--force\talso undo records that are in use or were edited after the run; those edits are lost' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with code 10 if there are changes to make' $'--concurrency\tnumber of concurrent requests (default: 4 to 32, adjusted to the service; 256 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this many failed records' $'--progress\tprogress display' $'--yes\tskip the confirmation prompt' ;;
    'wait')
      printf '%s\n' $'--where\tcount only records that match these filters of list' $'--count\twait until at least N records match' $'--gone\twait until no record matches' $'--interval\tpause between two checks' ;;
    'serve')
      printf '%s\n' $'--data\tdatabase file, postgres://… or env:NAME; with COMMAND, :memory:' $'--host\taddress to listen on' $'--port\tport to listen on; 0, the default with COMMAND, chooses a free port' $'--root\tfirst segment of the api root' $'--vendor\tsecond segment of the api root' $'--timezone\ttime zone of the calendar, saved in it: Europe/Berlin' $'--users\tJSON list of all users (login, password, role; optional id, email); other users in the database file are removed' $'--user\tadd a user, such as ada:administrator' $'--now\tuse this fixed time as the current time' $'--premium\tenable filters by coordinates (premium extension)' $'--geofence\twith --premium: search radius in km' $'--allow-host\taccept requests for this host name too' $'--public-url\tpublic URL behind a proxy, used in links' $'--cors\tallow this origin (CORS): https://example.org' $'--tls-cert\tcertificate (PEM); enables HTTPS' $'--tls-key\tkey of the certificate (PEM)' $'--no-web\tserve only the API, no web pages' $'--read-only\treject all changes' $'--quirks\tbehave exactly like deployed services of this release' $'--first-id\tfirst id in a new calendar' $'--seed\tload this YAML, JSON, CSV or ICS file at startup; without --data, into :memory:' $'--ready-file\tcreate this file when the service is ready, and remove it on exit' $'--print-env\tprint environment variables that point to this service' $'--latency\tdelay each response by this many milliseconds: 50..200' $'--fail\tlet some requests fail: \'POST /events:5%:503\'' $'--rate-limit\treject requests above this rate: 10/s, 100/m' $'--random-seed\tseed for --latency and --fail' ;;
    'serve reset'|'serve restore'|'profile remove')
      printf '%s\n' $'--yes\tskip the confirmation prompt' ;;
    'backup')
      printf '%s\n' $'--data\tdatabase file, postgres://… or env:NAME (default: the one of --api-root, or ./calendar.db)' ;;
    'restore')
      printf '%s\n' $'--data\tdatabase file, postgres://… or env:NAME (default: the one of --api-root, or ./calendar.db)' $'--yes\tskip the confirmation prompt' ;;
    'api')
      printf '%s\n' $'--data\trequest body: JSON, @FILE or @- for standard input' $'--param\tadd a query parameter' ;;
    'index')
      printf '%s\n' $'--namespace\tnamespace to describe' $'--context\tscope of the response' ;;
    'mcp')
      printf '%s\n' $'--allow-writes\talso offer the tools that create, update and delete records' $'--import-folder\tlet imports read files below this folder (default: no files)' ;;
    'init')
      printf '%s\n' $'--name\tname of the profile' ;;
    'login')
      printf '%s\n' $'--kind\tkind of credentials: application password, bearer token or custom header' $'--user\tuser name, with basic' $'--header-name\tname of the header, with header' $'--stdin\tread the password or token from standard input' ;;
    'doctor')
      printf '%s\n' $'--data\tdatabase file, postgres://… or env:NAME' ;;
    'help')
      printf '%s\n' $'--all\tlist every flag of the command' ;;
  esac
}

_cal_global_flags() {
  printf '%s\n' $'--output\toutput format' $'--json\tshort for -o json' $'--fields\tfields to show: id,title,venue.city' $'--sort\tsort by this field; -FIELD for descending order' $'--jq\tfilter the JSON output with a jq expression: \'.[].title\'' $'--template\tone line per record: \'{{id}} {{title}}\'' $'--no-header\tomit the header line' $'--csv-safe\tescape CSV and TSV cells that a spreadsheet would evaluate' $'--color\twhen to use colors' $'--quiet\tprint only data, warnings and errors' $'--no-pager\tdo not use a pager' $'--api-root\tservice URL, file:./calendar.db or postgres://…' $'--profile\tprofile to use' $'--confirm\tconfirm writing to this protected profile without a prompt' $'--timeout\ttime limit per request' $'--max-wait\tmaximum time to wait when a server asks for it (Retry-After)' $'--insecure-http\tallow credentials over unencrypted HTTP' $'--lang\tlanguage of help and messages' $'--no-input\tdo not prompt for input' $'--show-request\tprint each request as a curl command' $'--debug\tprint requests and responses, and the stack trace of a bug' $'--help\tshow help' $'--help-all\tshow help with all flags' $'--version\tshow the version'
}

_cal_source() {
  case "$1" in
    *' --output'|*' -o')
      printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'yaml' 'md' 'ids' 'count' 'ics' ;;
    *' --fields'|*' --sort')
      printf '%s\n' $'id\tID' $'author\tauthor (user id)' $'date\tpublication date' $'date_utc\tpublication date in UTC' $'title\ttitle' $'description\tdescription' $'slug\tslug' $'excerpt\tshort summary' $'status\tpublication status' $'timezone\ttime zone, such as Europe/Berlin' $'all_day\tall-day event' $'start_date\tstart date and time' $'end_date\tend date and time' $'image\tfeatured image (media id or URL)' $'cost\tprice, such as 12.50 or free' $'website\twebsite URL' $'show_map\tshow a map on event pages' $'show_map_link\tshow a link to a map on event pages' $'hide_from_listings\thide from calendar views' $'sticky\tpin to the top of the calendar view' $'featured\tmark as featured' $'categories\tcategories' $'tags\ttags' $'venue\tname' $'organizer\tname' $'address\tstreet address' $'city\tcity' $'country\tcountry' $'province\tprovince' $'state\tstate' $'zip\tpostal code' $'phone\tphone number' $'stateprovince\tstate or province' $'email\temail address' $'name\tname' $'parent\tparent category' 'url' 'venue.venue' 'venue.city' ;;
    *' --color')
      printf '%s\n' 'auto' 'always' 'never' ;;
    *' --api-root')
      printf '%s\n' '@roots' ;;
    *' --profile'|*' --confirm'|'diff --to'|'copy --from'|'copy --to'|'init --name')
      printf '%s\n' '@profiles' ;;
    *' --lang')
      printf '%s\n' 'en' 'de' ;;
    'events list --categories'|'events create --categories'|'events update --categories'|'events update --add-categories'|'events update --remove-categories'|'events copy --categories'|'categories list --parent'|'categories create --parent'|'categories update --parent'|'today --categories'|'tomorrow --categories'|'weekend --categories'|'day --categories'|'agenda --categories'|'month --categories'|'week --categories'|'copy --categories')
      printf '%s\n' '@categories' ;;
    'events list --tags'|'events create --tags'|'events update --tags'|'events update --add-tags'|'events update --remove-tags'|'events copy --tags'|'today --tags'|'tomorrow --tags'|'weekend --tags'|'day --tags'|'agenda --tags'|'month --tags'|'week --tags'|'copy --tags')
      printf '%s\n' '@tags' ;;
    'events list --venue'|'events create --venue'|'events update --venue'|'events update --add-venue'|'events update --remove-venue'|'events copy --venue'|'today --venue'|'tomorrow --venue'|'weekend --venue'|'day --venue'|'agenda --venue'|'month --venue'|'week --venue'|'copy --venue')
      printf '%s\n' '@venues' ;;
    'events list --organizer'|'events create --organizer'|'events update --organizer'|'events update --add-organizer'|'events update --remove-organizer'|'events copy --organizer'|'today --organizer'|'tomorrow --organizer'|'weekend --organizer'|'day --organizer'|'agenda --organizer'|'month --organizer'|'week --organizer'|'copy --organizer')
      printf '%s\n' '@organizers' ;;
    'events list --status'|'events create --status'|'events update --status'|'events copy --status'|'venues list --status'|'venues create --status'|'venues update --status'|'organizers list --status'|'organizers create --status'|'organizers update --status'|'add --status'|'today --status'|'tomorrow --status'|'weekend --status'|'day --status'|'agenda --status'|'month --status'|'week --status'|'copy --status')
      printf '%s\n' 'publish' 'draft' 'pending' 'private' 'future' 'trash' ;;
    'events create --timezone'|'events update --timezone'|'events copy --timezone'|'add --timezone'|'today --tz'|'tomorrow --tz'|'weekend --tz'|'day --tz'|'agenda --tz'|'month --tz'|'week --tz'|'serve --timezone')
      printf '%s\n' '@zones' ;;
    'events create --file'|'events create -f'|'events update --file'|'events update -f'|'venues create --file'|'venues create -f'|'venues update --file'|'venues update -f'|'organizers create --file'|'organizers create -f'|'organizers update --file'|'organizers update -f'|'categories create --file'|'categories create -f'|'categories update --file'|'categories update -f'|'tags create --file'|'tags create -f'|'tags update --file'|'tags update -f'|'import --rejected'|'export --to'|'apply --file'|'apply -f'|'diff --file'|'diff -f'|'seed --file'|'seed -f'|'seed --out'|'serve --data'|'serve --users'|'serve --tls-cert'|'serve --tls-key'|'serve --seed'|'serve --ready-file'|'backup --data'|'restore --data'|'doctor --data')
      printf '%s\n' '@files' ;;
    'categories list --order'|'tags list --order')
      printf '%s\n' 'asc' 'desc' ;;
    'today --week-start'|'tomorrow --week-start'|'weekend --week-start'|'day --week-start'|'agenda --week-start'|'month --week-start'|'week --week-start')
      printf '%s\n' 'monday' 'tuesday' 'wednesday' 'thursday' 'friday' 'saturday' 'sunday' ;;
    'import --format'|'validate --format')
      printf '%s\n' 'json' 'ndjson' 'csv' 'tsv' 'xlsx' 'ods' 'yaml' 'ics' ;;
    'import --date-order'|'validate --date-order')
      printf '%s\n' 'mdy' 'dmy' 'ymd' ;;
    'import --on-existing')
      printf '%s\n' 'error' 'update' 'skip' ;;
    'import --progress'|'history undo --progress'|'apply --progress'|'copy --progress'|'seed --progress')
      printf '%s\n' 'auto' 'bar' 'lines' 'ndjson' 'none' ;;
    'export --format')
      printf '%s\n' 'json' 'ndjson' 'csv' 'yaml' 'ics' ;;
    'copy --on-existing')
      printf '%s\n' 'update' 'skip' 'error' ;;
    'seed --cleanup')
      printf '%s\n' '@runs' ;;
    'serve --print-env')
      printf '%s\n' 'sh' 'github' 'json' ;;
    'login --kind')
      printf '%s\n' 'basic' 'bearer' 'header' ;;
  esac
}

_cal_operand() {
  case "$1" in
    'config set profile'|'profile use'|'profile show'|'profile remove')
      printf '%s\n' '@profiles' ;;
    'config set api_root')
      printf '%s\n' '@roots' ;;
    'config set lang')
      printf '%s\n' 'en' 'de' ;;
    'config set timezone')
      printf '%s\n' '@zones' ;;
    'config set output')
      printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'yaml' 'md' 'ids' 'count' 'ics' ;;
    'config set secrets')
      printf '%s\n' 'keyring' 'file' ;;
    'events get'|'events update'|'events edit'|'events delete'|'events restore'|'events copy')
      printf '%s\n' '@events' ;;
    'venues get'|'venues update'|'venues edit'|'venues delete'|'venues restore')
      printf '%s\n' '@venues' ;;
    'organizers get'|'organizers update'|'organizers edit'|'organizers delete'|'organizers restore')
      printf '%s\n' '@organizers' ;;
    'categories get'|'categories update'|'categories edit'|'categories delete')
      printf '%s\n' '@categories' ;;
    'tags get'|'tags update'|'tags edit'|'tags delete')
      printf '%s\n' '@tags' ;;
    'agenda')
      printf '%s\n' 'today' 'tomorrow' 'weekend' 'week' 'month' ;;
    'explain')
      printf '%s\n' $'event\tevent' $'event.page\tpage number' $'event.per_page\tevents per page' $'event.start_date\tstart date and time' $'event.end_date\tend date and time' $'event.starts_before\tstarts on or before this date' $'event.starts_after\tstarts after this date' $'event.ends_before\tends on or before this date' $'event.ends_after\tends after this date' $'event.strict_dates\tcompare exact times instead of whole days' $'event.search\tsearch title and description' $'event.categories\tcategories' $'event.tags\ttags' $'event.venue\tvenue' $'event.organizer\torganizers' $'event.featured\tmark as featured' $'event.status\tpublication status' $'event.geoloc\tvenue with (or without) coordinates (premium extension)' $'event.geoloc_lat\tnear this latitude in degrees, with geoloc_lng (premium extension)' $'event.geoloc_lng\tnear this longitude in degrees, with geoloc_lat (premium extension)' $'event.include\tonly events with these ids; date filters are ignored' $'event.post_parent\tchildren of this event (id)' $'event.ticketed\tonly events with (or without) tickets' $'event.author\tauthor (user id)' $'event.date\tpublication date (not the date of the event)' $'event.date_utc\tpublication date in UTC' $'event.title\ttitle' $'event.description\tdescription' $'event.slug\tslug (name in the URL)' $'event.excerpt\tshort summary' $'event.timezone\ttime zone, such as Europe/Berlin' $'event.all_day\tall-day event' $'event.image\tfeatured image (media id or URL)' $'event.cost\tprice, such as 12.50 or free' $'event.website\twebsite URL' $'event.show_map\tshow a map on the event page' $'event.show_map_link\tshow a link to a map' $'event.hide_from_listings\thide from calendar views' $'event.sticky\tpin to the top of the calendar view' $'venue\tvenue' $'venue.page\tpage number' $'venue.per_page\tvenues per page' $'venue.search\tsearch name, description and custom fields' $'venue.event\tvenues of this event (id)' $'venue.has_events\tonly venues with (or without) events' $'venue.only_with_upcoming\tonly venues with upcoming events' $'venue.status\tpublication status' $'venue.author\tauthor (user id)' $'venue.date\tpublication date' $'venue.date_utc\tpublication date in UTC' $'venue.venue\tname' $'venue.description\tdescription' $'venue.show_map\tshow a map on event pages' $'venue.show_map_link\tshow a link to a map on event pages' $'venue.address\tstreet address' $'venue.city\tcity' $'venue.country\tcountry' $'venue.province\tprovince' $'venue.state\tstate' $'venue.zip\tpostal code' $'venue.phone\tphone number' $'venue.stateprovince\tstate or province' $'venue.website\twebsite URL' $'venue.image\tfeatured image (media id or URL)' $'organizer\torganizer' $'organizer.page\tpage number' $'organizer.per_page\torganizers per page' $'organizer.search\tsearch name, description and custom fields' $'organizer.event\torganizers of this event (id)' $'organizer.has_events\tonly organizers with (or without) events' $'organizer.only_with_upcoming\tonly organizers with upcoming events' $'organizer.status\tpublication status' $'organizer.author\tauthor (user id)' $'organizer.date\tpublication date' $'organizer.date_utc\tpublication date in UTC' $'organizer.organizer\tname' $'organizer.description\tdescription' $'organizer.phone\tphone number' $'organizer.website\twebsite URL' $'organizer.email\temail address' $'organizer.image\tfeatured image (media id or URL)' $'category\tcategory' $'category.page\tpage number' $'category.per_page\tcategories per page' $'category.search\tsearch name and slug' $'category.exclude\texclude these ids' $'category.include\tonly these ids' $'category.order\tsort direction' $'category.orderby\tsort by this attribute' $'category.hide_empty\thide categories without events' $'category.parent\tparent category' $'category.post\tcategories of this event (id)' $'category.event\tcategories of this event (id)' $'category.slug\tslug' $'category.name\tname' $'category.description\tdescription' $'tag\ttag' $'tag.page\tpage number' $'tag.per_page\ttags per page' $'tag.search\tsearch name and slug' $'tag.exclude\texclude these ids' $'tag.include\tonly these ids' $'tag.order\tsort direction' $'tag.orderby\tsort by this attribute' $'tag.hide_empty\thide tags without events' $'tag.post\ttags of this event (id)' $'tag.event\ttags of this event (id)' $'tag.slug\tslug' $'tag.name\tname' $'tag.description\tdescription' ;;
    'import'|'validate'|'apply'|'diff'|'seed'|'demo')
      printf '%s\n' '@files' ;;
    'history show'|'history undo')
      printf '%s\n' '@runs' ;;
    'copy'|'wait')
      printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags' ;;
    'config get'|'config set'|'config unset')
      printf '%s\n' '@settings' ;;
    'help')
      printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags' 'add' 'today' 'tomorrow' 'weekend' 'day' 'agenda' 'month' 'week' 'search' 'browse' 'feed' 'explain' 'import' 'validate' 'export' 'history' 'apply' 'diff' 'copy' 'seed' 'wait' 'serve' 'backup' 'restore' 'api' 'index' 'doc' 'mcp' 'init' 'login' 'logout' 'profile' 'config' 'doctor' 'demo' 'help' 'completion' 'filters' 'dates' 'output' 'exit-codes' 'environment' 'security' ;;
    'completion')
      printf '%s\n' 'bash' 'zsh' 'fish' 'powershell' ;;
  esac
}

_cal_takes_value() {
  case "$1" in
    --add-categories|--add-organizer|--add-organizers|--add-tags|--add-venue|--add-venues|--address|--allow-host|--api-root|--author|--categories|--city|--cleanup|--color|--concurrency|--confirm|--context|--cors|--cost|--count|--country|--data|--date|--date-order|--date-utc|--description|--duration|--email|--end-date|--ends-after|--ends-before|--event|--excerpt|--exclude|--fail|--fields|--file|--first-id|--format|--from|--generate|--geofence|--geoloc-lat|--geoloc-lng|--header-name|--host|--idle|--image|--import-folder|--include|--interval|--jq|--kind|--lang|--latency|--limit|--map|--match|--max-delete|--max-wait|--name|--namespace|--now|--on-existing|--order|--orderby|--organizer|--out|--output|--page|--param|--parent|--password|--per-page|--phone|--port|--post|--post-parent|--print-env|--profile|--progress|--province|--public-url|--random-seed|--rate|--rate-limit|--ready-file|--rejected|--remove-categories|--remove-organizer|--remove-organizers|--remove-tags|--remove-venue|--remove-venues|--root|--search|--seed|--set|--sheet|--shift|--since|--slug|--sort|--start-date|--starts-after|--starts-before|--state|--stateprovince|--status|--stop-on-error|--tags|--template|--timeout|--timezone|--title|--tls-cert|--tls-key|--to|--tz|--unset|--until|--user|--users|--vendor|--venue|--website|--week-start|--where|--without|--zip|-f|-o) return 0 ;;
  esac
  return 1
}

_cal_alias() {
  local known word line
  known=$'\n'$(_cal_subcommands '')$'\n'
  [[ $known == *$'\n'"$(_cal_plural "$2")"[$'\t\n']* ]] && return
  while IFS=$'\t' read -r word line; do
    if [[ $word == "$2" ]]; then
      read -r word line _ <<<"$line"
      echo "$(_cal_plural "$word") $line"
      return
    fi
  done < <("$1" __complete aliases "$2" 2>/dev/null)
}

_cal_plural() {
  case "$1" in
    event) echo events ;; venue) echo venues ;; organizer) echo organizers ;; category) echo categories ;; tag) echo tags ;; *) echo "$1" ;;
  esac
}

# Candidates come as lines "word<TAB>meaning"; meanings are shown where several are left.
_cal_offer() {
  local cur=$1 before=$2 line word rest
  local -a words=() shown=()
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    [[ -n $word && $word == "$cur"* ]] || continue
    rest=${line#"$word"}
    [[ -z $quote && $word == *[[:space:]]* ]] && printf -v word '%q' "$word"
    words+=("$before$word")
    shown+=("$before$word${rest:+  (${rest#$'\t'})}")
  done
  if ((${#words[@]} == 1)) || [[ ${COMP_TYPE:-} == 37 ]]; then
    COMPREPLY=("${words[@]}")
  else
    COMPREPLY=("${shown[@]}")
  fi
}

_cal_offer_source() {
  local source=$1 cur=$2 list=${cur##*,}
  case "$source" in
    '') return ;;
    @files)
      compopt -o filenames 2>/dev/null
      local IFS=$'\n'
      COMPREPLY=($(compgen -f -- "$cur"))
      ;;
    @*) _cal_offer "$list" "${cur%"$list"}" < <("${COMP_WORDS[0]}" __complete "${source#@}" "$list" 2>/dev/null) ;;
    *) _cal_offer "$list" "${cur%"$list"}" <<<"$source" ;;
  esac
}

_cal() {
  local cur prev place='' count=0 word flag='' quote='' begun found i n=-1
  local -a typed=()
  COMPREPLY=()
  # bash splits words at colons
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((n > 0)) && [[ $word == :* || ${typed[n]} == *: ]]; then
      typed[n]+=$word
    else
      typed[++n]=$word
    fi
  done
  cur=${typed[n]} prev=${typed[n-1]}
  if [[ $cur == [\"\']* ]]; then
    quote=${cur:0:1} cur=${cur:1}
  else
    cur=${cur//\\/}
  fi
  begun=$cur
  # bash takes "--flag=value" for three words
  if [[ $cur == '=' ]]; then
    cur='' flag=$prev
  elif [[ $prev == '=' ]]; then
    flag=${typed[n-2]}
  elif _cal_takes_value "$prev"; then
    flag=$prev
  fi
  for ((i = 1; i < n; i++)); do
    word=${typed[i]}
    [[ $word == '--' ]] && return
    if [[ $word == -* ]]; then
      if _cal_takes_value "$word"; then
        ((i++))
        [[ ${typed[i]} == '=' ]] && ((i++))
      fi
    elif [[ -z $place ]]; then
      place=$(_cal_alias "${COMP_WORDS[0]}" "$word")
      [[ -n $place ]] && count=1 || place=$(_cal_plural "$word")
    elif [[ $count == 0 && $'\n'$(_cal_subcommands "$place") == *$'\n'"$word"$'\t'* ]]; then
      place="$place $word"
      count=1
    else
      count=2
    fi
  done
  if [[ -n $flag ]]; then
    _cal_offer_source "$(_cal_source "$place $flag")" "$cur"
  elif [[ $cur == -* ]]; then
    _cal_offer "$cur" '' < <(_cal_flags "$place"; _cal_global_flags)
  else
    _cal_offer "$cur" '' < <(
      [[ $count == 0 ]] && _cal_subcommands "$place"
      [[ -z $place ]] && "${COMP_WORDS[0]}" __complete aliases "$cur" 2>/dev/null
    )
    found=$(_cal_operand "$place $prev")
    ((${#COMPREPLY[@]})) || _cal_offer_source "${found:-$(_cal_operand "$place")}" "$cur"
  fi
  if [[ $begun == *:* && ${COMP_WORDBREAKS-} == *:* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${begun%"${begun##*:}"}"}")
  fi
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[,:/] ]] && compopt -o nospace 2>/dev/null
  return 0
}

complete -F _cal cal calctl
