// Hints for command lines that newcomers try first.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const event =
  '[{"title":"Choir","start_date":"2027-02-03 18:00","end_date":"2027-02-03 20:00"},{"title":"Choir","start_date":"2027-02-10 18:00","end_date":"2027-02-10 20:00"}]'

it.each([
  ['events list choir practice', "to search, use cal events list --search 'choir practice'"],
  ['serve --seed a.yml npm test', 'put the command to run after --: cal serve … -- npm test'],
  ['events list --category music', 'did you mean --categories?'],
  ['tags get 1 2 --limt', 'list all flags: cal tags get --help'],
  ['events list limit 3', 'did you mean cal events list --limit 3?'],
  ['events create Open stage', "use cal events create --title 'Open stage'"],
  ['venues create Hall', 'use cal venues create --name Hall'],
  ['events list --from tomorrow', 'did you mean --start-date?'],
  ['events list --until tomorrow', 'did you mean --end-date?'],
  ['events list --after tomorrow', 'did you mean --starts-after?'],
  ['events list -L 5', 'did you mean --limit?'],
  ['events list --search choir practice', 'put the value in quotes: --search "choir practice"'],
  ['events list --starts-after 1st of March', 'put the value in quotes: --starts-after "1st of March"'],
  [
    'events list --starts-after tomorrow choir',
    'to search, use cal events list --search choir --starts-after tomorrow',
  ],
  ['events list --limit 3 choir', 'to search, use cal events list --search choir --limit 3'],
  ['events create --title Open stage --duration 3h', 'put the value in quotes: --title "Open stage"'],
  ['events create --title=Open stage', 'put the value in quotes: --title "Open stage"'],
  ['events create --title Fete --venue Town Hall', 'put the value in quotes: --venue "Town Hall"'],
  ['events list –limit 3', 'did you mean --limit?'],
  ['events list —-limit 3', 'did you mean --limit?'],
  ['events list “open stage”', 'use straight quotes: "…"'],
  ['serve calendar.db', 'did you mean cal serve --data calendar.db?'],
  ['export events.csv', 'did you mean cal export events --to events.csv?'],
  ['auth login', 'did you mean cal login?'],
  ['whoami', 'did you mean cal doctor?'],
  ['import parish.yaml', 'to apply a calendar file: cal apply -f parish.yaml'],
  ['log', 'did you mean cal history list?'],
  ['termine list', 'did you mean cal events list?'],
  ['events list --order title', 'did you mean --sort?'],
  ['events list --today', 'did you mean cal today?'],
  ['events list --verbose', 'did you mean --debug?'],
  ['events create --titel A', 'did you mean --title?'],
  ['events create --name A', 'did you mean --title?'],
  ['events create --title A --start 2027-01-01', 'did you mean --start-date?'],
  ['events create --title A --end 2027-01-01', 'did you mean --end-date?'],
  [
    'events create --title A --start-date 31.12.2026x --duration 2h',
    'use a date such as 2026-12-24 18:00, 24 Dec 8pm or friday; see cal help dates',
  ],
  ['tags create --set nmae=late', 'did you mean name?'],
  ['tags create --name a --description @', 'for example: @notes.md, or @- for standard input'],
  ['events update 4 --featured yes', 'use --featured or --no-featured'],
  ['events list --featured=no', 'use --featured or --no-featured'],
  ['5', 'to show an event: cal events get 5; to show a month: cal month 2026-12'],
  ['evnets list --limit 3', 'did you mean cal events list --limit 3?'],
  ['completion', 'cal completion bash'],
  ['restore 15', 'did you mean cal events restore 15?'],
  ['import rows.csv events', 'use --kind events'],
  ['move 15 +1w', 'did you mean cal events update 15 --shift +1w?'],
  ['move 15 friday', 'did you mean cal events update 15 --shift friday?'],
  ['events move 15', 'for example: cal events update 15 --shift +1d'],
  ['reschedule 15', 'for example: cal events update 15 --shift +1d'],
  ['event postpone 15', 'for example: cal events update 15 --shift +1d'],
  ['events frobnicate 5', 'list all commands: cal events --help'],
  ['history frobnicate', 'list all commands: cal history --help'],
  ['events list --stars-after friday', 'did you mean --starts-after?'],
  ['agenda today 7d', 'did you mean +7d?'],
  ['agenda 2 weeks', 'did you mean +2w?'],
  ['+3', 'did you mean cal agenda +3d?'],
  ['events list december', 'did you mean cal agenda december?'],
  ['events list --time 19:00', 'did you mean --start-date?'],
  ['events list --month 2026-12', 'did you mean --start-date 2026-12 --end-date 2026-12?'],
  [
    'export events --month 2026-12',
    'did you mean cal events list --start-date 2026-12 --end-date 2026-12 --all -o json?',
  ],
  ['stats', 'did you mean cal events list --all --any-date -o count?'],
  ['events count', 'did you mean cal events list --all --any-date -o count?'],
  ['venues count', 'did you mean cal venues list --all -o count?'],
  ['-3', 'to show a month: cal month; a year: cal 2026; the next 90 days: cal agenda +90d'],
  ['new 2026-12-01 Party', "did you mean cal add '2026-12-01 Party'?"],
  ['rm', 'for example: cal events delete 15'],
  ['event 15', 'did you mean cal events get 15?'],
  ['venue 4', 'did you mean cal venues get 4?'],
  ['tag 15 jazz', 'did you mean cal events update 15 --add-tags jazz --create-missing?'],
  [
    'share 15',
    'on a site, cal feed prints the address to subscribe to, and cal events get 15 --fields url that of an event; to open a database file in the browser: cal browse',
  ],
  [
    'upgrade',
    'cal is an npm package: to upgrade, install the file of the new version: npm install --global ./calctl-VERSION.tgz',
  ],
  ['trash', 'did you mean cal events list --status trash --any-date?'],
  ['calendars', 'did you mean cal profile list?'],
  ['users', 'users of your own calendar: cal serve --user ada:administrator; those of a service are managed there'],
  ['webcal', 'did you mean cal feed?'],
  ['feed --category jazz', 'did you mean cal feed category jazz?'],
  ["feed --venue 'Blue Cellar'", "did you mean cal feed venue 'Blue Cellar'?"],
  ['start', 'cal init connects to a calendar; cal demo creates one with sample events to try'],
  ['tutorial', 'cal init connects to a calendar; cal demo creates one with sample events to try'],
  ['-f', 'did you mean cal import?'],
  ['-f events.csv', 'did you mean cal import events.csv?'],
  ['events delete --all', 'to select records, use a filter such as --where status=draft'],
  ['delete --all', 'to select records, use a filter such as --where status=draft'],
  ['login https://example.org', 'to connect to a site: cal init https://example.org'],
  ['login anna', 'for a profile: cal login --profile anna; as a user: cal login --user anna'],
  ['doc events', 'did you mean cal explain events?'],
  ['doc dates', 'did you mean cal help dates?'],
  ['import --resume rows.csv', 'to import it: cal import rows.csv; to resume the last import: cal import --resume'],
  ['rename 15 New name', "did you mean cal events update 15 --title 'New name'?"],
  ['agenda next fridy', 'did you mean next Friday?'],
  ['set 15 title=x', 'did you mean cal events update 15 --title x?'],
  ['events set 15 title X', 'did you mean cal events update 15 --title X?'],
  [
    'set 15 title New name start friday 8pm',
    "did you mean cal events update 15 --title 'New name' --start-date 'friday 8pm'?",
  ],
  ['set 15 title title', 'did you mean cal events update 15 --title title?'],
  ['publish 15', 'did you mean cal events update 15 --status publish?'],
  ['invite', 'cal has no invitations, registrations or reminders; calendar apps subscribe with cal feed'],
  ['suche jazz', 'did you mean cal search jazz?'],
  ['agenda monday friday', 'did you mean cal agenda monday to friday?'],
  [
    'agenda tomorrow 18:00',
    'omit the time; to list events from a time on: cal events list --starts-after "2026-11-22 18:00"',
  ],
  ['agenda --next 7', 'did you mean cal agenda +7d?'],
  ['month --next', 'did you mean cal next month?'],
  ['-m 12', 'did you mean cal month 12?'],
  ['-y', 'did you mean cal 2026?'],
  ['--year 2027', 'did you mean cal 2027?'],
  ['--search jazz', 'did you mean cal events list --search jazz?'],
  ['--debug evnets list', 'did you mean cal events list --debug?'],
  ['list -f', 'did you mean --output?'],
  ['import -f rows.csv', 'did you mean cal import rows.csv?'],
  ['events list --no-categories', 'did you mean --no-category?'],
  ['events list --catgory jazz', 'did you mean --categories?'],
  ['events list --near Berlin', 'list all flags: cal events list --help'],
  ['events create --post_title x', 'did you mean --title?'],
  ['events update --id 15 --title x', 'did you mean cal events update 15 --title x?'],
  ['event edit 15 --add-category jazz', 'did you mean cal events update 15 --add-categories jazz?'],
  ['events --category jazz', 'did you mean cal events list --categories jazz?'],
  ['event 15 --titel x', 'did you mean cal events update 15 --title x?'],
  ['event 15 update --titel x', 'did you mean cal events update 15 --title x?'],
  ['15 delete', 'did you mean cal events delete 15?'],
  ['search jazz --from friday', 'did you mean cal events list --search jazz --start-date friday?'],
  ['export --category jazz', 'did you mean cal events list --categories jazz --all -o json?'],
  ['export --start 2026-12', 'did you mean cal events list --start-date 2026-12 --all -o json?'],
  ['events update 4 --set-title x', 'did you mean --title?'],
  ['events move 15 --to friday', 'did you mean cal events update 15 --shift friday?'],
  ['jazz night', "list all commands: cal --help; to search the calendar: cal search 'jazz night'"],
  ['export -o events.csv', 'did you mean --to events.csv?'],
  ['add --title x', 'did you mean cal events create --title x?'],
  ['events create Party friday 8pm', "did you mean cal add 'Party friday 8pm'?"],
  ['events jazz', 'did you mean cal events list --search jazz?'],
  ['venue City Hall', "did you mean cal venues get 'City Hall'?"],
  ['patch event 15 --title x', 'did you mean cal events update 15 --title x?'],
  ['count venues', 'did you mean cal venues list --all -o count?'],
  ['events list -q .[].title', "did you mean cal events list --jq '.[].title'?"],
  ['events update 4 title=x', 'did you mean cal events update 4 --title x?'],
  ['config set lang=de', 'did you mean cal config set lang de?'],
  ['config view', 'did you mean cal config list?'],
  ['profile add work https://example.org', 'did you mean cal init https://example.org --name work?'],
  ['clone https://example.org', 'did you mean cal copy --from https://example.org --to calendar.db?'],
  ['copy 15 tomorrow', 'did you mean cal events copy 15 --start-date tomorrow?'],
  ['history 1', 'runs are named by date and time, such as 20261126-110000; to list them: cal history list'],
  ['serve start', 'did you mean cal serve?'],
  ['serve 8080', 'did you mean cal serve --port 8080?'],
  ['get events -l category=jazz', 'did you mean cal events list --categories jazz?'],
  [
    'export --to out.xlsx',
    'specify a format, such as --format csv, or a file name that ends in .json, .ndjson, .csv, .yaml, .ics',
  ],
])('%s', async (line, hint) => {
  const { cal, write } = newWorkspace()
  write('rows.csv', 'title,start_date\n')
  write('parish.yaml', 'events:\n  - { title: Mass, start_date: 2027-01-03, repeat: FREQ=WEEKLY;COUNT=2 }\n')
  expect(await cal(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(`hint: ${hint}\n`) })
})

const where_next_week = "events update --where 'start_date=next week' --where 'end_date=next week' --shift +1h"

/** Flags and values that were typed are kept; the line that is suggested names no unknown command or flag. */
it.each([
  [
    "new event 'Chess evening' --date 2026-12-10 --time 19:00-21:00",
    "events create --title 'Chess evening' --start-date '2026-12-10 19:00' --end-date 21:00",
  ],
  ['postpone the event 41 by 1 week', 'events update 41 --shift +1w'],
  ['prepone 41 2 hours', 'events update 41 --shift -2h'],
  ['move 7 and 8 to friday', 'events update 7 8 --shift friday'],
  ['move 7 back 1 hour', 'events update 7 --shift -1h'],
  ['event 7 to friday', 'events update 7 --shift friday'],
  ['termin 7 auf freitag verschieben', 'events update 7 --shift freitag'],
  ['shift all events next week by 1 hour', where_next_week],
  ['delete past events', "events delete --where 'ends_before=today'"],
  ['change the title of event 7 to Blues', 'events update 7 --title Blues'],
  ['add tag family to event 7', 'events update 7 --add-tags family'],
  ['remove tag family from 7', 'events update 7 --remove-tags family'],
  ['entferne schlagwort familie von 7', 'events update 7 --remove-tags familie'],
  ['tag 7 with family and kids', 'events update 7 --add-tags family,kids --create-missing'],
  ['which venues are unused', 'venues list --no-has-events'],
  ['zeige alle Termine von heute', 'agenda heute'],
  ['was ist am Wochenende los', 'agenda Wochenende'],
  ['termine nach dem 5.12.2026', 'events list --starts-after 5.12.2026'],
  ['events --between 2026-11-01..2026-11-30', 'events list --start-date 2026-11-01 --end-date 2026-11-30'],
  ["events --filter 'venue=City Hall'", "events list --venue 'City Hall'"],
  ['events with category music and venue City Hall', "events list --categories music --venue 'City Hall'"],
  ['events order by title desc limit 3', 'events list --sort -title --limit 3'],
  ['next 3 events', 'events list --starts-after now --limit 3'],
  ['push 44 to friday', 'events update 44 --shift friday'],
  ['venues lst', 'venues list'],
  ['--lang en kalender abonnieren', 'feed --lang en'],
  ['export december to events.xlsx', 'events list --start-date december --end-date december --all -o csv > events.csv'],
  ["'what is on tonight'", 'agenda tonight'],
  ["venue craete 'Town Hall'", "venues create --name 'Town Hall'"],
  ['copy events Flohmarkt to 2026-12-05', 'events copy Flohmarkt --start-date 2026-12-05'],
  ['verlege termin 41 um eine woche nach hinten', 'events update 41 --shift +1w'],
  ['verschiebe den Termin 41 auf morgen', 'events update 41 --shift morgen'],
  [
    "reschedule 'Trio Tamarind' from friday to 2026-12-03 19:00",
    "events update 'Trio Tamarind' --shift '2026-12-03 19:00'",
  ],
  ['kopiere termin 50 auf nächsten freitag', "events copy 50 --start-date 'nächsten freitag'"],
  ['tag event 41 kids', 'events update 41 --add-tags kids --create-missing'],
  ['search concert --category music', 'events list --search concert --categories music'],
  ['tag add 44 family', 'events update 44 --add-tags family --create-missing'],
  ['cal events list', 'events list'],
  ['show me what is on this weekend', 'agenda this weekend'],
  ['any jazz tomorrow', 'agenda tomorrow --search jazz'],
  [
    'how many events are there next month',
    "events list --start-date 'next month' --end-date 'next month' --all -o count",
  ],
  ['zeige alle Termine nächste Woche', 'agenda nächste Woche'],
  ['was ist am samstag los', 'agenda samstag'],
  ['sag mir was heute ansteht', 'agenda heute'],
  ['show events in lindenau', 'search lindenau'],
  ["events where venue = 'City Hall' order by start", "events list --venue 'City Hall' --sort start_date"],
  ['top 5 venues', 'venues list --limit 5'],
  ['lsit', 'events list'],
  ['udno', 'history undo'],
  ['termnie heute', 'agenda heute'],
  ['suhce jazz', 'search jazz'],
  ['can you delete event 5', 'events delete 5'],
  ["add event 'Summer festival' --all-day 2027-08-01..2027-08-03", "add 'Summer festival 2027-08-01..2027-08-03'"],
  ['events --date 24.12.2026', 'events list --start-date 24.12.2026 --end-date 24.12.2026'],
  ['events --form tomorrow --to 2026-12-05', 'events list --start-date tomorrow --end-date 2026-12-05'],
  ['export december as ics', 'events list --start-date december --end-date december --all -o ics'],
  ['export ics', 'export events --format ics'],
  [
    "events create --start 2026-12-10 --end 2026-12-11 'Chess' --ort Library",
    'events create --title Chess --start-date 2026-12-10 --end-date 2026-12-11 --venue Library',
  ],
  [
    'events list --search jazz --from friday --to sunday',
    'events list --search jazz --start-date friday --end-date sunday',
  ],
  ['events update 15 --titel x --ort Hall', 'events update 15 --title x --venue Hall'],
  [
    'events export --ics -o december.ics --since 2026-12-01',
    'events list --start-date 2026-12-01 --all -o ics > december.ics',
  ],
  ['venue export -o venues.csv', 'export venues --to venues.csv'],
  ['tags export --xlsx', 'export tags --format csv'],
  ['export --category jazz --ics', 'events list --categories jazz --all -o ics'],
  ['category rename Music Concerts', 'categories update Music --name Concerts'],
  ["rename venue Hall 'Great Hall'", "venues update Hall --name 'Great Hall'"],
  ["cp 'Jazz Night' 2026-12-26", "events copy 'Jazz Night' --start-date 2026-12-26"],
  ['events copy 15 friday 8pm', "events copy 15 --start-date 'friday 8pm'"],
  ['copy Flohmarkt 27.12.2026', 'events copy Flohmarkt --start-date 27.12.2026'],
  ["termin anlegen 'Flohmarkt am 13.12.2026 um 10 Uhr'", "add 'Flohmarkt am 13.12.2026 um 10 Uhr'"],
  ["ort anlegen 'Blue Room'", "venues create --name 'Blue Room'"],
  ["location 'Town Hall'", "venues get 'Town Hall'"],
  ['count --from friday --category jazz', 'events list --all -o count --start-date friday --categories jazz'],
  ["restore 'Chess evening'", "events restore 'Chess evening'"],
  ['wiederherstellen Lesung', 'events restore Lesung'],
  ['drafts publish', "events update --where 'status=draft' --status publish"],
  ['events publish --all', "events update --where 'status=draft' --status publish"],
  ['unpublish --all --yes', "events update --where 'status=publish' --status draft --yes"],
  ['venues publish 4', 'venues update 4 --status publish'],
  ['events import rows.csv', 'import rows.csv --kind events'],
  ['events history', 'history list'],
  ["events tag 'Jazz Night' family", "events update 'Jazz Night' --add-tags family --create-missing"],
  ["tag 'Jazz Night' family", "events update 'Jazz Night' --add-tags family --create-missing"],
  ["untag 'Jazz ID' family", "events update 'Jazz ID' --remove-tags family"],
  ["events set 'Jazz Night' venue=Hall --yes", "events update 'Jazz Night' --venue Hall --yes"],
  ['postpone 15 +1w --yes', 'events update 15 --shift +1w --yes'],
  ['tag 32 live music', "events update 32 --add-tags 'live music' --create-missing"],
  ['36 one week later', 'events update 36 --shift +1w'],
  ['show me 32', 'events get 32'],
  [
    "create venue 'Old Mill' address 'Mill Lane 4' city Ulm",
    "venues create --name 'Old Mill' --address 'Mill Lane 4' --city Ulm",
  ],
  ['events before 2026-12-24', "events list --starts-before '2026-12-24 00:00'"],
  ['show me all Film events in december', 'agenda december --search Film'],
])('%s suggests the whole line', async (line, meant) => {
  const { cal, write } = newWorkspace()
  write('rows.csv', 'title,start_date\n')
  expect(await cal(line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`hint: did you mean cal ${meant}?\n`),
  })
  const { stderr } = await cal(meant.replace(/ > .*/, ''))
  expect(stderr).not.toMatch(/unknown (command|flag)|unexpected argument|not a kind/)
})

it.each([
  ["mv 'Jazz Night' --to 'next friday 8pm'", "events update 'Jazz Night' --shift 'next friday 8pm'"],
  ['repeat 41 weekly until 2027-02-28', 'repeated events are described in a calendar file'],
  ["termin anlegen 'Chorprobe' jeden Dienstag 19:30", 'repeated events are described in a calendar file'],
  ['what is happening on saturday night', 'did you mean cal agenda saturday? It shows whole days.'],
  ['event 44 extend 30min', 'cal events update 44 --duration DURATION'],
  [
    "create event 'title=Open Mic' 'start=2026-12-12 20:00' category=Jazz",
    "cal events create --title 'Open Mic' --start-date '2026-12-12 20:00' --categories Jazz --duration 2h",
  ],
  ["new venue 'Old Mill' Mill Lane 4", '"Mill Lane 4" is not understood; to create a venue: cal venues create --help'],
  ['events by category', '"by" is not understood; to list events: cal events list --help'],
  ['--lang de schlagwort live zu 32 hinzufügen', 'meinten Sie cal events update 32 --add-tags live'],
  ['organizers show', 'to list organizers: cal organizers list'],
  ['events group by venue', '"group by" is not understood; to list events: cal events list --help'],
  ['venue merge 8 into 4', '--where venue=8 --venue 4'],
  ['history 44', 'runs are named by date and time'],
  ['who plays on friday', '"who" is not understood; to list events: cal events list --help'],
  ['how do I delete an event', 'to delete one or more events: cal events delete --help'],
  ['delete from events where id = 7', '"from events where id = 7" is not understood'],
  ['copy events Flohmarkt after 2026-12-05', '"after 2026-12-05" is not understood'],
  ["--lang de trage 'Lesung' ein", '„Lesung“ enthält kein Datum'],
  ['cancel event 53', 'cal events delete 53'],
  ['venues merge 4 9', '--where venue=4 --venue 9'],
  ['move 41 by 1 month', '--shift takes weeks, days, hours and minutes'],
  ['server start --port 9000 -d', 'cal serve stays in the foreground and has no -d: cal serve --port 9000'],
  ['events backup', 'to back up a calendar, even while it is in use: cal backup COPY'],
  ['kalender wechseln', 'to make a profile the default: cal profile use PROFILE'],
  ['events --sort-by -start', 'did you mean cal events list --sort -start_date?'],
  ['conflicts', 'cal does not look for events that overlap or exist twice'],
  ["events create --title Yoga --start-date '2026-11-03 18:00' --repeat weekly", 'repeated events are described in'],
  [
    '--lang de events create --title Chor --wiederholen wöchentlich',
    'wiederkehrende Termine beschreibt eine Kalenderdatei',
  ],
  ['token create --name ci', 'cal creates no tokens'],
  ['config set url x', 'did you mean api_root?'],
  ['events cancel 15', 'events update 15 --add-tags cancelled --create-missing'],
  ['umbenennen Jazz Blues', 'categories update Jazz --name Blues'],
  ['trash empty -y', 'the trash cannot be emptied'],
  ['events purge', 'the trash cannot be emptied'],
  ['get events -o wide', 'to choose columns: --fields'],
  ['export --format xlsx', 'did you mean --format csv?'],
  ['tags publish jazz', 'cal tags --help'],
  ['--lang de kalender wechseln', 'cal profile use PROFIL'],
  ['--lang de kopieren Flohmarkt 27.12.2026', 'cal events copy Flohmarkt --start-date 27.12.2026'],
  ['--lang de papierkorb leeren', 'der Papierkorb lässt sich nicht leeren'],
  ["--lang de termin anlegen 'Flohmarkt am 13.12.2026 um 10 Uhr'", "cal add 'Flohmarkt am 13.12.2026 um 10 Uhr'"],
])('%s is answered', async (line, hint) => {
  const { cal } = newWorkspace()
  expect(await cal(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(hint) })
})

it.each([
  [
    'agenda week choir',
    2,
    'to search, use cal agenda week --search "choir"',
    'danach suchen: cal agenda week --search "choir"',
  ],
  [
    'month 13 2026',
    2,
    'use, for example, today, fri, next week, W49, december, 24 Dec, fri..sun or +2w; see cal help dates',
    'zum Beispiel: heute, fr, nächste woche, W49, dezember, 24. Dez, fr..so, +2w; siehe cal help dates',
  ],
  ['13/2026', 2, 'write a month as: cal month 2026-12', 'einen Monat so angeben: cal month 2026-12'],
  ['events list --starts-after tomorow', 2, 'did you mean tomorrow?', 'meinten Sie tomorrow?'],
  [
    'events create --title A --start-date tomorow --end-date 2027-01-01',
    2,
    'did you mean tomorrow?',
    'meinten Sie tomorrow?',
  ],
  [
    'events get choir-practice',
    4,
    'search for it: cal events list --search "choir practice"',
    'danach suchen: cal events list --search "choir practice"',
  ],
  [
    'backup copy.db --data other.db',
    11,
    'specify an existing file: --data FILE',
    'eine vorhandene Datei angeben: --data DATEI',
  ],
  [
    'tags update late --name later',
    4,
    'search for it: cal tags list --search "late"',
    'danach suchen: cal tags list --search "late"',
  ],
])('%s', async (line, code, en, de) => {
  const { cal } = newWorkspace()
  await cal('venues create --venue Hall')
  expect(await cal(line)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(`hint: ${en}\n`) })
  expect((await cal(`${line} --lang de`)).stderr).toContain(`Hinweis: ${de}\n`)
})

it.each(['events get 12', 'events list --starts-after 2026-13-45'])('%s has no such hint', async (line) => {
  const { cal } = newWorkspace()
  await cal('venues create --venue Hall')
  expect((await cal(line)).stderr).not.toContain('to look for it')
})

it.each([
  ['rows.csv', 'title,start_date\n'],
  ['rows.json', '[]'],
  ['empty.csv', '\n'],
])('validate reports that %s has no records', async (name, text) => {
  const { cal, write } = newWorkspace()
  write(name, text)
  expect(await cal(`validate ${name}`)).toEqual({
    code: 0,
    stdout: '',
    stderr: `warning: no records in ${name}; nothing was checked\n`,
  })
  expect((await cal(`validate ${name} --lang de`)).stderr).toBe(
    `Warnung: keine Einträge in ${name}: nichts wurde geprüft\n`,
  )
})

it('-o ids prints the names of runs', async () => {
  const { cal, write } = newWorkspace()
  write('a.json', event)
  await cal('import a.json --kind events')
  expect((await cal('history list -o ids')).stdout).toMatch(/^\d{8}-\S+\n$/)
})

it('a list in CSV moves a series by an hour when its times are changed', async () => {
  const { cal, json, write } = newWorkspace()
  write('a.json', event)
  await cal('import a.json --kind events')
  const { stdout } = await cal('events list --search choir --all -o csv --fields id,start_date,end_date')
  write('moved.csv', stdout.replaceAll(' 18:', ' 19:').replaceAll(' 20:', ' 21:'))
  expect(await cal('import moved.csv --kind events --match id --on-existing update --yes')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('2 events updated'),
  })
  expect(await json('events list --search choir --fields title,start_date,end_date')).toEqual([
    { title: 'Choir', start_date: '2027-02-03 19:00:00', end_date: '2027-02-03 21:00:00' },
    { title: 'Choir', start_date: '2027-02-10 19:00:00', end_date: '2027-02-10 21:00:00' },
  ])
})

const records_hint = 'hint: pass a record or a list of records as JSON or YAML\n'

it.each([
  ['events list --fields ,', 'error: --fields needs a value\n'],
  ['events create -f -', `error: standard input is empty\n${records_hint}`],
  ['events create -f empty.json', `error: empty.json is empty\n${records_hint}`],
])('%s reports a missing value', async (line, stderr) => {
  const { cal, write } = newWorkspace()
  write('empty.json', '\n')
  expect(await cal(line)).toMatchObject({ code: 2, stdout: '', stderr })
})

it('restore looks at the file before it asks', async () => {
  const { cal, write } = newWorkspace()
  await cal('tags create --name a')
  write('backup.json', '[]')
  expect(await cal('restore backup.json')).toMatchObject({
    code: 2,
    stderr:
      'error: backup.json is not a backup of cal backup\n' +
      'hint: to import records from a file: cal import backup.json\n',
  })
})
