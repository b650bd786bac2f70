# bash completion for cal and calctl. Written by: cal completion bash
# Try it: source <(cal completion bash)

_cal_subcommands() {
  case "$1" in
    '')
      printf '%s\n' $'events\tevents' $'venues\tvenues' $'organizers\torganizers' $'categories\tcategories' $'tags\ttags' $'add\tcreate an event from one line of text' $'today\tlist today’s events' $'tomorrow\tlist tomorrow’s events' $'weekend\tlist the events of this Saturday and Sunday' $'day\tlist the events of a day' $'agenda\tlist events day by day' $'month\tshow a month or a year as a grid' $'week\tshow a week as a grid' $'search\tsearch events, venues, organizers, categories and tags' $'open\topen the web page of an event, or of the calendar' $'explain\texplain a kind of record, a field or a filter, offline' $'import\tcreate and update many records from files' $'validate\tcheck files without a server' $'export\twrite a calendar to files that can be imported again' 'history' $'apply\tmake the calendar match a file' $'diff\tshow what apply or copy would change' $'copy\tcopy a calendar to another one' $'seed\tfill a calendar with reproducible test data' $'serve\tserve a database file over HTTP' $'backup\tcopy a database file, also while it is served' $'restore\treplace a database file with a copy; the current file is backed up first' $'api\tsend any request to the interface' $'index\tshow the index of the namespace' $'doc\tshow the OpenAPI description of the interface' $'init\tfind a calendar service and save it as a profile' $'login\tsave credentials for a calendar service' $'logout\tdelete the saved credentials of a calendar service' 'profile' 'config' $'doctor\tcheck configuration, connection and rights' $'demo\tcreate a database file with sample events' $'help\tshow help for a command or a topic' $'completion\twrite the completion script of a shell' ;;
    'events')
      printf '%s\n' $'list\tlist events' $'get\tshow one event or several' $'create\tcreate an event' $'update\tchange one event or several' $'delete\tdelete one event or several' $'restore\trestore one event or several from the trash' ;;
    'venues')
      printf '%s\n' $'list\tlist venues' $'get\tshow one venue or several' $'create\tcreate a venue' $'update\tchange one venue or several' $'delete\tdelete one venue or several' $'restore\trestore one venue or several from the trash' ;;
    'organizers')
      printf '%s\n' $'list\tlist organizers' $'get\tshow one organizer or several' $'create\tcreate an organizer' $'update\tchange one organizer or several' $'delete\tdelete one organizer or several' $'restore\trestore one organizer or several from the trash' ;;
    'categories')
      printf '%s\n' $'list\tlist categories' $'get\tshow one category or several' $'create\tcreate a category' $'update\tchange one category or several' $'delete\tdelete one category or several' $'tree\tshow categories below their parents' ;;
    'tags')
      printf '%s\n' $'list\tlist tags' $'get\tshow one tag or several' $'create\tcreate a tag' $'update\tchange one tag or several' $'delete\tdelete one tag or several' ;;
    'history')
      printf '%s\n' $'list\tshow the runs that changed many records' $'show\tshow what a run wrote' $'undo\tundo a run' ;;
    'serve')
      printf '%s\n' $'reset\treset a calendar served from :memory: to its initial state' $'snapshot\tsave the current state of a calendar served from :memory:' $'restore\trestore a saved state of a calendar served from :memory:' $'requests\tlist the last requests to a calendar served from :memory:' ;;
    'profile')
      printf '%s\n' $'list\tlist profiles' $'use\tmake a profile the default' $'show\tshow a profile' $'remove\tremove a profile' ;;
    'config')
      printf '%s\n' $'list\tshow every setting and its source' $'get\tshow the value of a setting' $'set\tset a setting in the user’s file' $'unset\tremove a setting from the user’s file' $'path\tshow which files are read' ;;
  esac
}

_cal_flags() {
  case "$1" in
    'events list')
      printf '%s\n' $'--page\tpage of results' $'--per-page\tevents per page' $'--start-date\tstarts on or after this day' $'--end-date\tends on or before this day' $'--starts-before\tstarts before the end of this day' $'--starts-after\tstarts after the end of this day' $'--ends-before\tends before the end of this day' $'--ends-after\tends after the end of this day' $'--strict-dates\texact times instead of whole days' $'--no-strict-dates\texact times instead of whole days' $'--search\ttext in title or description' $'--categories\tin any of these categories (id or slug)' $'--tags\twith any of these tags (id or slug)' $'--venue\tat any of these venues (id)' $'--organizer\tby any of these organizers (id)' $'--featured\tonly featured events, or only others' $'--no-featured\tonly featured events, or only others' $'--status\tpublication status' $'--geoloc\tvenue has coordinates (premium extension)' $'--no-geoloc\tvenue has coordinates (premium extension)' $'--geoloc-lat\tnear this latitude, with geoloc_lng (premium extension)' $'--geoloc-lng\tnear this longitude, with geoloc_lat (premium extension)' $'--include\tonly events with these ids; date filters are ignored' $'--post-parent\tchildren of this event (id)' $'--ticketed\twith or without tickets' $'--no-ticketed\twith or without tickets' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented parameter' $'--any-date\tinclude events of any date' $'--iso\ton a terminal, show sortable dates: 2026-11-23 19:00–21:00' ;;
    'events get')
      printf '%s\n' $'--password\tpassword of a protected event' $'--web\topen the page in the browser' ;;
    'events create')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--title\ttitle' $'--description\tdescription' $'--slug\tslug (post name)' $'--excerpt\texcerpt' $'--status\tpublication status' $'--timezone\ttime zone' $'--all-day\tlasts whole days' $'--no-all-day\tlasts whole days' $'--start-date\tstart date and time' $'--end-date\tend date and time' $'--image\tfeatured image: an id or a URL' $'--cost\tcost' $'--website\twebsite URL' $'--show-map\tshow a map' $'--no-show-map\tshow a map' $'--show-map-link\tshow a link to a map' $'--no-show-map-link\tshow a link to a map' $'--hide-from-listings\tleave out of calendar views' $'--no-hide-from-listings\tleave out of calendar views' $'--sticky\tkeep on top in the calendar view' $'--no-sticky\tkeep on top in the calendar view' $'--featured\thighlight on the site' $'--no-featured\thighlight on the site' $'--categories\tcategories (id, slug or name)' $'--tags\ttags (id, slug or name)' $'--venue\tvenue (id or data)' $'--organizer\torganizers (id or data)' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--duration\tduration instead of --end-date: 90m, 1h30m, 2d' $'--create-missing\tcreate missing categories, tags, venues and organizers by name' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' ;;
    'events update')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--title\ttitle' $'--description\tdescription' $'--slug\tslug (post name)' $'--excerpt\texcerpt' $'--status\tpublication status' $'--timezone\ttime zone' $'--all-day\tlasts whole days' $'--no-all-day\tlasts whole days' $'--start-date\tstart date and time' $'--end-date\tend date and time' $'--image\tfeatured image: an id or a URL' $'--cost\tcost' $'--website\twebsite URL' $'--show-map\tshow a map' $'--no-show-map\tshow a map' $'--show-map-link\tshow a link to a map' $'--no-show-map-link\tshow a link to a map' $'--hide-from-listings\tleave out of calendar views' $'--no-hide-from-listings\tleave out of calendar views' $'--sticky\tkeep on top in the calendar view' $'--no-sticky\tkeep on top in the calendar view' $'--featured\thighlight on the site' $'--no-featured\thighlight on the site' $'--categories\tcategories (id, slug or name)' $'--tags\ttags (id, slug or name)' $'--venue\tvenue (id or data)' $'--organizer\torganizers (id or data)' $'--password\tpassword of a protected event' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--duration\tduration instead of --end-date: 90m, 1h30m, 2d' $'--shift\tmove start and end: +1h, -2d, +1w, +1d12h; days and weeks keep the time of day' $'--add-categories\tadd these categories to those the event has' $'--remove-categories\tremove these categories, keep the others' $'--add-tags\tadd these tags' $'--remove-tags\tremove these tags' $'--add-organizer\tadd these organizers' $'--remove-organizer\tremove these organizers' $'--add-venue\tadd this venue; most services keep one for each event' $'--remove-venue\tremove this venue' $'--create-missing\tcreate missing categories, tags, venues and organizers by name' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the given fields; services may reset the others' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' ;;
    'events delete')
      printf '%s\n' $'--password\tpassword of a protected event' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' ;;
    'events restore'|'venues restore'|'organizers restore')
      printf '%s\n' $'--status\tstatus after restoring (default: the one it had, if a run of cal deleted it; else draft)' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' ;;
    'venues list')
      printf '%s\n' $'--page\tpage of results' $'--per-page\tvenues per page' $'--search\ttext in name, description or custom fields' $'--event\tvenues of this event (id)' $'--has-events\tonly venues with events, or only others' $'--no-has-events\tonly venues with events, or only others' $'--only-with-upcoming\tonly venues with upcoming events' $'--no-only-with-upcoming\tonly venues with upcoming events' $'--status\tpublication status' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented parameter' ;;
    'venues get'|'organizers get'|'categories get'|'tags get')
      printf '%s\n' $'--web\topen the page in the browser' ;;
    'venues create')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--venue\tname' $'--description\tdescription' $'--status\tpublication status' $'--show-map\tevents here show a map' $'--no-show-map\tevents here show a map' $'--show-map-link\tevents here show a link to a map' $'--no-show-map-link\tevents here show a link to a map' $'--address\tstreet address' $'--city\tcity' $'--country\tcountry' $'--province\tprovince' $'--state\tstate' $'--zip\tpostal code' $'--phone\tphone number' $'--stateprovince\tstate or province' $'--website\twebsite URL' $'--image\tfeatured image: an id or a URL' $'--name\tname' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--allow-duplicate\tcreate it even if the name exists' ;;
    'venues update')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--venue\tname' $'--description\tdescription' $'--status\tpublication status' $'--show-map\tevents here show a map' $'--no-show-map\tevents here show a map' $'--show-map-link\tevents here show a link to a map' $'--no-show-map-link\tevents here show a link to a map' $'--address\tstreet address' $'--city\tcity' $'--country\tcountry' $'--province\tprovince' $'--state\tstate' $'--zip\tpostal code' $'--phone\tphone number' $'--stateprovince\tstate or province' $'--website\twebsite URL' $'--image\tfeatured image: an id or a URL' $'--name\tname' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the given fields; services may reset the others' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' ;;
    'venues delete'|'organizers delete'|'categories delete'|'tags delete')
      printf '%s\n' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' ;;
    'organizers list')
      printf '%s\n' $'--page\tpage of results' $'--per-page\torganizers per page' $'--search\ttext in name, description or custom fields' $'--event\torganizers of this event (id)' $'--has-events\tonly organizers with events, or only others' $'--no-has-events\tonly organizers with events, or only others' $'--only-with-upcoming\tonly organizers with upcoming events' $'--no-only-with-upcoming\tonly organizers with upcoming events' $'--status\tpublication status' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented parameter' ;;
    'organizers create')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--organizer\tname' $'--description\tdescription' $'--status\tpublication status' $'--phone\tphone number' $'--website\twebsite URL' $'--email\te-mail address' $'--image\tfeatured image: an id or a URL' $'--name\tname' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--allow-duplicate\tcreate it even if the name exists' ;;
    'organizers update')
      printf '%s\n' $'--author\tauthor (user id)' $'--date\tpublication date' $'--date-utc\tpublication date in UTC' $'--organizer\tname' $'--description\tdescription' $'--status\tpublication status' $'--phone\tphone number' $'--website\twebsite URL' $'--email\te-mail address' $'--image\tfeatured image: an id or a URL' $'--name\tname' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the given fields; services may reset the others' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' ;;
    'categories list')
      printf '%s\n' $'--page\tpage of results' $'--per-page\tcategories per page' $'--search\ttext in name or slug' $'--exclude\twithout these ids' $'--include\tonly these ids' $'--order\tsort direction' $'--orderby\tattribute to sort by' $'--hide-empty\twithout categories that no event uses' $'--no-hide-empty\twithout categories that no event uses' $'--parent\tunder this category (id)' $'--post\tcategories of this event (id)' $'--event\tthe same as post' $'--slug\twith this slug' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented parameter' ;;
    'categories create')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--parent\tparent category (id)' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' ;;
    'categories update')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--parent\tparent category (id)' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the given fields; services may reset the others' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' ;;
    'categories tree')
      printf '%s\n' $'--hide-empty\twithout categories that no event uses' $'--no-hide-empty\twithout categories that no event uses' ;;
    'tags list')
      printf '%s\n' $'--page\tpage of results' $'--per-page\ttags per page' $'--search\ttext in name or slug' $'--exclude\twithout these ids' $'--include\tonly these ids' $'--order\tsort direction' $'--orderby\tattribute to sort by' $'--hide-empty\twithout tags that no event uses' $'--no-hide-empty\twithout tags that no event uses' $'--post\ttags of this event (id)' $'--event\tthe same as post' $'--slug\twith this slug' $'--all\tfetch all pages' $'--limit\tmaximum number of results to fetch' $'--param\tadd an undocumented parameter' ;;
    'tags create')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' ;;
    'tags update')
      printf '%s\n' $'--name\tname' $'--description\tdescription' $'--slug\tslug' $'--file\ttake fields from a JSON or YAML file, one record or many; - is standard input' $'--data\tfields as JSON, over those of the file' $'--set\tone field, over --file and --data; venue.city reaches inside' $'--allow-unknown\tsend fields that the interface does not document' $'--unset\tclear a field, or leave out the one a file gives' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' $'--only-given\tsend only the given fields; services may reset the others' $'--where\tall records that these filters of list select, instead of TARGET; rerun the command to resume' ;;
    'add')
      printf '%s\n' $'--status\tpublication status' $'--timezone\ttime zone' $'--description\tdescription' $'--create-missing\tcreate missing categories, tags, venues and organizers by name' $'--dry-run\tpreview the requests without sending them' $'--porcelain\tprint only the ids' $'--yes\tskip the confirmation prompt' ;;
    'today'|'tomorrow'|'weekend'|'day'|'agenda'|'month'|'week')
      printf '%s\n' $'--search\ttext in title or description' $'--categories\tin any of these categories (id or slug)' $'--tags\twith any of these tags (id or slug)' $'--venue\tat any of these venues (id)' $'--organizer\tby any of these organizers (id)' $'--featured\tonly featured events, or only others' $'--no-featured\tonly featured events, or only others' $'--status\tpublication status' $'--tz\tshow times in this zone instead of each event’s own' $'--week-start\tfirst day of the week; by default the locale’s' ;;
    'search')
      printf '%s\n' $'--limit\tmaximum number of results of each kind' ;;
    'import')
      printf '%s\n' $'--kind\tkind of records, if it can’t be inferred from the file' $'--format\tformat, if it can’t be inferred from the file name' $'--sheet\tsheet of a workbook (default: the first)' $'--map\tmeaning of a column' $'--date-order\torder of dates such as 3/4/2026' $'--since\tfirst date of iCalendar series (default: all; endless series: one year ago)' $'--until\tlast date of iCalendar series (default: all; endless series: in two years)' $'--match\tfields that identify a record: id, slug, uid, title+start_date' $'--without\tleave these fields out' $'--on-existing\twhat to do if a record exists but differs' $'--create-missing\tcreate missing venues, organizers, categories and tags by name' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with 10 if there is something to do' $'--concurrency\tnumber of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this number of failed records' $'--progress\thow progress is shown' $'--rejected\tfile for rejected records' $'--resume\tresume an interrupted run: the newest, or the one named instead of files' $'--yes\tskip the confirmation prompt' ;;
    'validate')
      printf '%s\n' $'--kind\tkind of records, if it can’t be inferred from the file' $'--format\tformat, if it can’t be inferred from the file name' $'--sheet\tsheet of a workbook (default: the first)' $'--map\tmeaning of a column' $'--date-order\torder of dates such as 3/4/2026' $'--since\tfirst date of iCalendar series (default: all; endless series: one year ago)' $'--until\tlast date of iCalendar series (default: all; endless series: in two years)' $'--match\tfields that identify a record: id, slug, uid, title+start_date' $'--without\tleave these fields out' ;;
    'export')
      printf '%s\n' $'--to\tfile or folder/ instead of standard output' $'--format\tformat, if it can’t be inferred from the file name; otherwise json' $'--since\tonly records changed since then' $'--stable\tfor version control: sorted, without ids and dates of publication' ;;
    'history undo')
      printf '%s\n' $'--force\talso undo records that were edited after the run or are in use; those edits are lost' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with 10 if there is something to do' $'--concurrency\tnumber of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this number of failed records' $'--progress\thow progress is shown' $'--yes\tskip the confirmation prompt' ;;
    'apply')
      printf '%s\n' $'--file\tcalendar file; cal explain apply describes its format' $'--from\tleave out events of the file that start before' $'--until\tleave out events of the file that start after' $'--create-missing\tcreate missing venues, organizers, categories and tags by name' $'--seed\tseed of the random choices in the file' $'--prune\tdelete records that an earlier apply of this file created and that are no longer in it; with --from or --until only events in that range' $'--max-delete\tmaximum number of records to delete' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with 10 if there is something to do' $'--concurrency\tnumber of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this number of failed records' $'--progress\thow progress is shown' $'--yes\tskip the confirmation prompt' ;;
    'diff')
      printf '%s\n' $'--file\tcalendar file; cal explain apply describes its format' $'--from\tleave out events of the file that start before; with --to, the calendar that would be copied' $'--until\tleave out events of the file that start after' $'--create-missing\tcreate missing venues, organizers, categories and tags by name' $'--seed\tseed of the random choices in the file' $'--to\tcalendar to write to: a profile, an address or a database file' $'--where\tonly events that these filters of events list select, and what they link to' $'--mirror\talso delete what an earlier copy created and the source no longer has' $'--prune\tdelete records that an earlier apply of this file created and that are no longer in it; with --from or --until only events in that range' $'--exit-code\texit with 10 if something differs' ;;
    'copy')
      printf '%s\n' $'--start-date\tstarts on or after this day' $'--end-date\tends on or before this day' $'--starts-before\tstarts before the end of this day' $'--starts-after\tstarts after the end of this day' $'--ends-before\tends before the end of this day' $'--ends-after\tends after the end of this day' $'--strict-dates\texact times instead of whole days' $'--no-strict-dates\texact times instead of whole days' $'--search\ttext in title or description' $'--categories\tin any of these categories (id or slug)' $'--tags\twith any of these tags (id or slug)' $'--venue\tat any of these venues (id)' $'--organizer\tby any of these organizers (id)' $'--featured\tonly featured events, or only others' $'--no-featured\tonly featured events, or only others' $'--status\tpublication status' $'--geoloc\tvenue has coordinates (premium extension)' $'--no-geoloc\tvenue has coordinates (premium extension)' $'--geoloc-lat\tnear this latitude, with geoloc_lng (premium extension)' $'--geoloc-lng\tnear this longitude, with geoloc_lat (premium extension)' $'--include\tonly events with these ids; date filters are ignored' $'--post-parent\tchildren of this event (id)' $'--ticketed\twith or without tickets' $'--no-ticketed\twith or without tickets' $'--from\tcalendar to read: a profile, an address or a database file' $'--to\tcalendar to write to: a profile, an address or a database file' $'--where\tonly events that these filters of events list select, and what they link to' $'--mirror\talso delete what an earlier copy created and the source no longer has' $'--max-delete\tmaximum number of records to delete' $'--on-existing\twhat to do if a record exists at the target but differs' $'--without\tleave these fields out' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with 10 if there is something to do' $'--concurrency\tnumber of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this number of failed records' $'--progress\thow progress is shown' $'--yes\tskip the confirmation prompt' ;;
    'seed')
      printf '%s\n' $'--file\tcalendar file; cal explain apply describes its format' $'--from\tleave out events of the file that start before' $'--until\tleave out events of the file that start after' $'--create-missing\tcreate missing venues, organizers, categories and tags by name' $'--seed\tseed of the random choices in the file' $'--generate\tgenerate records: events=1000,venues=20' $'--out\twrite key and id of each record: ids.json or ids.env' $'--cleanup\tundo an earlier seed' $'--force\talso undo records that were edited after the run or are in use; those edits are lost' $'--dry-run\tshow the plan without changing anything' $'--exit-code\twith --dry-run: exit with 10 if there is something to do' $'--concurrency\tnumber of concurrent requests (default: adjusts itself from 4 up to 32; 128 for file:)' $'--rate\tmaximum number of requests per second: 5/s' $'--stop-on-error\tstop after this number of failed records' $'--progress\thow progress is shown' $'--yes\tskip the confirmation prompt' ;;
    'serve')
      printf '%s\n' $'--data\tdatabase file, created if it does not exist; with COMMAND the default is :memory:, which is discarded at the end' $'--host\taddress to listen on' $'--port\tport to listen on; 0 chooses a free one, the default with COMMAND' $'--root\tfirst segment of the api root' $'--vendor\tsecond segment of the api root' $'--timezone\ttime zone of the calendar, stored in the file: Europe/Berlin, UTC+2' $'--users\tJSON list of all users: login, password, role, also id and email; users of the database file that are not in it are removed' $'--user\tone user' $'--now\tstop the clock at this moment' $'--premium\tfilter events by the coordinates of their venue' $'--geofence\twith --premium: radius that counts as nearby' $'--allow-host\tadditional host name of this service' $'--public-url\taddress behind a proxy: answers link to it, requests may name its host' $'--cors\tallow pages of this origin (CORS): https://example.org' $'--tls-cert\tcertificate (PEM); enables HTTPS' $'--tls-key\tkey of the certificate (PEM)' $'--read-only\trefuse every change' $'--quirks\tanswer exactly as deployed services of this release do, to test scripts written for them' $'--first-id\tfirst id that a new calendar assigns' $'--seed\tload this file first: YAML, JSON, CSV, ICS; the calendar is :memory: unless --data is given' $'--ready-file\twrite this file once the service is ready, remove it at the end' $'--print-env\tprint the environment variables for this service' $'--latency\tdelay each response (milliseconds): 50..200' $'--fail\tfail a share of requests: \'POST /events:5%:503\'' $'--rate-limit\treject requests above this rate: 10/s, 100/m' $'--random-seed\tseed that determines which requests are slow or fail' ;;
    'serve reset'|'serve restore'|'profile remove')
      printf '%s\n' $'--yes\tskip the confirmation prompt' ;;
    'backup')
      printf '%s\n' $'--data\tthe database file' ;;
    'restore')
      printf '%s\n' $'--data\tthe database file' $'--yes\tskip the confirmation prompt' ;;
    'api')
      printf '%s\n' $'--data\tbody: JSON, @FILE or @- for standard input' $'--param\tadd a parameter to the query' ;;
    'index')
      printf '%s\n' $'--namespace\tnamespace to describe' $'--context\tscope of the answer' ;;
    'init')
      printf '%s\n' $'--name\tname of the profile' ;;
    'login')
      printf '%s\n' $'--kind\thow to sign in: an application password, a bearer token, a header' $'--user\tuser name, for basic' $'--header-name\tname of the header, for header' $'--stdin\tread the password or token from standard input' ;;
    'help')
      printf '%s\n' $'--all\tlist every flag of the command' ;;
  esac
}

_cal_global_flags() {
  printf '%s\n' $'--output\toutput format' $'--json\tthe same as -o json' $'--fields\tshow only these fields: id,title,venue.city' $'--sort\tsort by this field; -FIELD for descending order' $'--jq\tfilter the data as JSON with a jq expression' $'--template\ta line for each record: \'{{id}} {{title}}\'' $'--no-header\tomit the header line' $'--csv-safe\tCSV and TSV: escape cells that a spreadsheet would evaluate' $'--color\twhen to use colours' $'--no-pager\tnever use a pager' $'--api-root\taddress of the interface, or file:./calendar.db' $'--profile\tprofile to use' $'--confirm\twrite to this protected profile without the prompt for its name' $'--timeout\ttime limit for one request' $'--max-wait\tlongest wait to accept when the server asks to retry later' $'--insecure-http\tsend credentials over plain HTTP' $'--lang\tlanguage of texts' $'--no-input\tnever prompt for input' $'--show-request\tshow each request as a curl command' $'--debug\tshow requests, responses and, for a bug, the stack trace' $'--help\tshow this help' $'--help-all\tshow this help with all flags' $'--version\tshow the version'
}

_cal_source() {
  case "$1" in
    *' --output'|*' -o')
      printf '%s\n' 'table' 'json' 'ndjson' 'csv' 'tsv' 'yaml' 'md' 'ids' 'count' 'ics' ;;
    *' --fields'|*' --sort')
      printf '%s\n' $'id\tID' $'author\tauthor (user id)' $'date\tpublication date' $'date_utc\tpublication date in UTC' $'title\ttitle' $'description\tdescription' $'slug\tslug' $'excerpt\texcerpt' $'status\tpublication status' $'timezone\ttime zone' $'all_day\tlasts whole days' $'start_date\tstart date and time' $'end_date\tend date and time' $'image\tfeatured image: an id or a URL' $'cost\tcost' $'website\twebsite URL' $'show_map\tevents here show a map' $'show_map_link\tevents here show a link to a map' $'hide_from_listings\tleave out of calendar views' $'sticky\tkeep on top in the calendar view' $'featured\thighlight on the site' $'categories\tcategories (id, slug or name)' $'tags\ttags (id, slug or name)' $'venue\tname' $'organizer\tname' $'address\tstreet address' $'city\tcity' $'country\tcountry' $'province\tprovince' $'state\tstate' $'zip\tpostal code' $'phone\tphone number' $'stateprovince\tstate or province' $'email\te-mail address' $'name\tname' $'parent\tparent category (id)' 'url' 'venue.venue' 'venue.city' ;;
    *' --color')
      printf '%s\n' 'auto' 'always' 'never' ;;
    *' --profile'|*' --confirm')
      printf '%s\n' '@profiles' ;;
    *' --lang')
      printf '%s\n' 'en' 'de' ;;
    'events list --categories'|'events create --categories'|'events update --categories'|'events update --add-categories'|'events update --remove-categories'|'categories list --parent'|'categories create --parent'|'categories update --parent'|'today --categories'|'tomorrow --categories'|'weekend --categories'|'day --categories'|'agenda --categories'|'month --categories'|'week --categories'|'copy --categories')
      printf '%s\n' '@categories' ;;
    'events list --tags'|'events create --tags'|'events update --tags'|'events update --add-tags'|'events update --remove-tags'|'today --tags'|'tomorrow --tags'|'weekend --tags'|'day --tags'|'agenda --tags'|'month --tags'|'week --tags'|'copy --tags')
      printf '%s\n' '@tags' ;;
    'events list --venue'|'events create --venue'|'events update --venue'|'events update --add-venue'|'events update --remove-venue'|'today --venue'|'tomorrow --venue'|'weekend --venue'|'day --venue'|'agenda --venue'|'month --venue'|'week --venue'|'copy --venue')
      printf '%s\n' '@venues' ;;
    'events list --organizer'|'events create --organizer'|'events update --organizer'|'events update --add-organizer'|'events update --remove-organizer'|'today --organizer'|'tomorrow --organizer'|'weekend --organizer'|'day --organizer'|'agenda --organizer'|'month --organizer'|'week --organizer'|'copy --organizer')
      printf '%s\n' '@organizers' ;;
    'events list --status'|'events create --status'|'events update --status'|'venues list --status'|'venues create --status'|'venues update --status'|'organizers list --status'|'organizers create --status'|'organizers update --status'|'add --status'|'today --status'|'tomorrow --status'|'weekend --status'|'day --status'|'agenda --status'|'month --status'|'week --status'|'copy --status')
      printf '%s\n' 'publish' 'draft' 'pending' 'private' 'future' 'trash' ;;
    'events create --timezone'|'events update --timezone'|'add --timezone'|'today --tz'|'tomorrow --tz'|'weekend --tz'|'day --tz'|'agenda --tz'|'month --tz'|'week --tz')
      printf '%s\n' '@zones' ;;
    'events create --file'|'events create -f'|'events update --file'|'events update -f'|'venues create --file'|'venues create -f'|'venues update --file'|'venues update -f'|'organizers create --file'|'organizers create -f'|'organizers update --file'|'organizers update -f'|'categories create --file'|'categories create -f'|'categories update --file'|'categories update -f'|'tags create --file'|'tags create -f'|'tags update --file'|'tags update -f'|'import --rejected'|'apply --file'|'apply -f'|'diff --file'|'diff -f'|'seed --file'|'seed -f')
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
    'serve --print-env')
      printf '%s\n' 'sh' 'github' 'json' ;;
    'login --kind')
      printf '%s\n' 'basic' 'bearer' 'header' ;;
  esac
}

_cal_operand() {
  case "$1" in
    'events get'|'events update'|'events delete'|'events restore')
      printf '%s\n' '@events' ;;
    'venues get'|'venues update'|'venues delete'|'venues restore')
      printf '%s\n' '@venues' ;;
    'organizers get'|'organizers update'|'organizers delete'|'organizers restore')
      printf '%s\n' '@organizers' ;;
    'categories get'|'categories update'|'categories delete')
      printf '%s\n' '@categories' ;;
    'tags get'|'tags update'|'tags delete')
      printf '%s\n' '@tags' ;;
    'explain')
      printf '%s\n' $'event\tevent' $'event.page\tpage of results' $'event.per_page\tevents per page' $'event.start_date\tstart date and time' $'event.end_date\tend date and time' $'event.starts_before\tstarts before the end of this day' $'event.starts_after\tstarts after the end of this day' $'event.ends_before\tends before the end of this day' $'event.ends_after\tends after the end of this day' $'event.strict_dates\texact times instead of whole days' $'event.search\ttext in title or description' $'event.categories\tcategories (id, slug or name)' $'event.tags\ttags (id, slug or name)' $'event.venue\tvenue (id or data)' $'event.organizer\torganizers (id or data)' $'event.featured\thighlight on the site' $'event.status\tpublication status' $'event.geoloc\tvenue has coordinates (premium extension)' $'event.geoloc_lat\tnear this latitude, with geoloc_lng (premium extension)' $'event.geoloc_lng\tnear this longitude, with geoloc_lat (premium extension)' $'event.include\tonly events with these ids; date filters are ignored' $'event.post_parent\tchildren of this event (id)' $'event.ticketed\twith or without tickets' $'event.author\tauthor (user id)' $'event.date\tpublication date' $'event.date_utc\tpublication date in UTC' $'event.title\ttitle' $'event.description\tdescription' $'event.slug\tslug (post name)' $'event.excerpt\texcerpt' $'event.timezone\ttime zone' $'event.all_day\tlasts whole days' $'event.image\tfeatured image: an id or a URL' $'event.cost\tcost' $'event.website\twebsite URL' $'event.show_map\tshow a map' $'event.show_map_link\tshow a link to a map' $'event.hide_from_listings\tleave out of calendar views' $'event.sticky\tkeep on top in the calendar view' $'venue\tvenue' $'venue.page\tpage of results' $'venue.per_page\tvenues per page' $'venue.search\ttext in name, description or custom fields' $'venue.event\tvenues of this event (id)' $'venue.has_events\tonly venues with events, or only others' $'venue.only_with_upcoming\tonly venues with upcoming events' $'venue.status\tpublication status' $'venue.author\tauthor (user id)' $'venue.date\tpublication date' $'venue.date_utc\tpublication date in UTC' $'venue.venue\tname' $'venue.description\tdescription' $'venue.show_map\tevents here show a map' $'venue.show_map_link\tevents here show a link to a map' $'venue.address\tstreet address' $'venue.city\tcity' $'venue.country\tcountry' $'venue.province\tprovince' $'venue.state\tstate' $'venue.zip\tpostal code' $'venue.phone\tphone number' $'venue.stateprovince\tstate or province' $'venue.website\twebsite URL' $'venue.image\tfeatured image: an id or a URL' $'organizer\torganizer' $'organizer.page\tpage of results' $'organizer.per_page\torganizers per page' $'organizer.search\ttext in name, description or custom fields' $'organizer.event\torganizers of this event (id)' $'organizer.has_events\tonly organizers with events, or only others' $'organizer.only_with_upcoming\tonly organizers with upcoming events' $'organizer.status\tpublication status' $'organizer.author\tauthor (user id)' $'organizer.date\tpublication date' $'organizer.date_utc\tpublication date in UTC' $'organizer.organizer\tname' $'organizer.description\tdescription' $'organizer.phone\tphone number' $'organizer.website\twebsite URL' $'organizer.email\te-mail address' $'organizer.image\tfeatured image: an id or a URL' $'category\tcategory' $'category.page\tpage of results' $'category.per_page\tcategories per page' $'category.search\ttext in name or slug' $'category.exclude\twithout these ids' $'category.include\tonly these ids' $'category.order\tsort direction' $'category.orderby\tattribute to sort by' $'category.hide_empty\twithout categories that no event uses' $'category.parent\tparent category (id)' $'category.post\tcategories of this event (id)' $'category.event\tthe same as post' $'category.slug\tslug' $'category.name\tname' $'category.description\tdescription' $'tag\ttag' $'tag.page\tpage of results' $'tag.per_page\ttags per page' $'tag.search\ttext in name or slug' $'tag.exclude\twithout these ids' $'tag.include\tonly these ids' $'tag.order\tsort direction' $'tag.orderby\tattribute to sort by' $'tag.hide_empty\twithout tags that no event uses' $'tag.post\ttags of this event (id)' $'tag.event\tthe same as post' $'tag.slug\tslug' $'tag.name\tname' $'tag.description\tdescription' ;;
    'import'|'validate'|'apply'|'diff'|'seed'|'demo')
      printf '%s\n' '@files' ;;
    'copy')
      printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags' ;;
    'profile use'|'profile show'|'profile remove')
      printf '%s\n' '@profiles' ;;
    'config get'|'config set'|'config unset')
      printf '%s\n' 'profile' 'api_root' 'lang' 'timezone' 'output' 'timeout' 'max_wait' 'rate' 'concurrency' 'pager' 'secrets' 'state_dir' ;;
    'help')
      printf '%s\n' 'events' 'venues' 'organizers' 'categories' 'tags' 'add' 'today' 'tomorrow' 'weekend' 'day' 'agenda' 'month' 'week' 'search' 'open' 'explain' 'import' 'validate' 'export' 'history' 'apply' 'diff' 'copy' 'seed' 'serve' 'backup' 'restore' 'api' 'index' 'doc' 'init' 'login' 'logout' 'profile' 'config' 'doctor' 'demo' 'help' 'completion' 'filters' 'dates' 'output' 'exit-codes' 'environment' 'security' ;;
    'completion')
      printf '%s\n' 'bash' 'zsh' 'fish' 'powershell' ;;
  esac
}

_cal_takes_value() {
  case "$1" in
    --add-categories|--add-organizer|--add-organizers|--add-tags|--add-venue|--add-venues|--address|--allow-host|--api-root|--author|--categories|--city|--cleanup|--color|--concurrency|--confirm|--context|--cors|--cost|--country|--data|--date|--date-order|--date-utc|--description|--duration|--email|--end-date|--ends-after|--ends-before|--event|--excerpt|--exclude|--fail|--fields|--file|--first-id|--format|--from|--generate|--geofence|--geoloc-lat|--geoloc-lng|--header-name|--host|--image|--include|--jq|--kind|--lang|--latency|--limit|--map|--match|--max-delete|--max-wait|--name|--namespace|--now|--on-existing|--order|--orderby|--organizer|--out|--output|--page|--param|--parent|--password|--per-page|--phone|--port|--post|--post-parent|--print-env|--profile|--progress|--province|--public-url|--random-seed|--rate|--rate-limit|--ready-file|--rejected|--remove-categories|--remove-organizer|--remove-organizers|--remove-tags|--remove-venue|--remove-venues|--root|--search|--seed|--set|--sheet|--shift|--since|--slug|--sort|--start-date|--starts-after|--starts-before|--state|--stateprovince|--status|--stop-on-error|--tags|--template|--timeout|--timezone|--title|--tls-cert|--tls-key|--to|--tz|--unset|--until|--user|--users|--vendor|--venue|--website|--week-start|--where|--without|--zip|-f|-o) return 0 ;;
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
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} place='' count=0 word flag='' i
  COMPREPLY=()
  # bash takes "--flag=value" for three words
  if [[ $cur == '=' ]]; then
    cur='' flag=$prev
  elif [[ $prev == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  elif _cal_takes_value "$prev"; then
    flag=$prev
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    [[ $word == '--' ]] && return
    if [[ $word == -* ]]; then
      if _cal_takes_value "$word"; then
        ((i++))
        [[ ${COMP_WORDS[i]} == '=' ]] && ((i++))
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
    ((${#COMPREPLY[@]})) || _cal_offer_source "$(_cal_operand "$place")" "$cur"
  fi
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *, ]] && compopt -o nospace 2>/dev/null
  return 0
}

complete -F _cal cal calctl
