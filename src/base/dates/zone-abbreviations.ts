// Time zone abbreviations: those with a fixed offset, and those of each zone in standard and daylight saving time.

/** Minutes ahead of UTC by abbreviation; ambiguous ones such as IST are omitted. */
export const zone_abbreviations: Readonly<Record<string, number>> = {
  EDT: -240,
  CST: -360,
  CDT: -300,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  NST: -210,
  NDT: -150,
  AST: -240,
  ADT: -180,
  BST: 60,
  WEST: 60,
  CEST: 120,
  MEST: 120,
  EEST: 180,
  MSK: 180,
  CAT: 120,
  EAT: 180,
  WAT: 60,
  SAST: 120,
  PKT: 300,
  WIB: 420,
  HKT: 480,
  JST: 540,
  KST: 540,
  AWST: 480,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
}

/**
 * By abbreviations in standard and in daylight saving time, the zones that have them, for `timezone_abbr`. Other zones
 * show their offset (`-03`). Lord Howe has none, and uses those of Sydney, as in deployed services.
 * Source: the public-domain tz database, 2026 rules.
 */
export const zone_letters: Readonly<Record<string, string>> = {
  'ACST ACDT': 'Australia/Adelaide Australia/Broken_Hill Australia/South Australia/Yancowinna',
  ACST: 'Australia/Darwin Australia/North',
  'AEST AEDT':
    'Antarctica/Macquarie Australia/ACT Australia/Canberra Australia/Currie Australia/Hobart Australia/Melbourne ' +
    'Australia/LHI Australia/Lord_Howe Australia/NSW Australia/Sydney Australia/Tasmania Australia/Victoria',
  AEST: 'Australia/Brisbane Australia/LHI Australia/Lindeman Australia/Lord_Howe Australia/Queensland',
  'AKST AKDT':
    'America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat US/Alaska',
  'AST ADT':
    'America/Glace_Bay America/Goose_Bay America/Halifax America/Moncton America/Thule Atlantic/Bermuda Canada/Atlantic',
  AST:
    'America/Anguilla America/Antigua America/Aruba America/Barbados America/Blanc-Sablon America/Curacao America/Dominica ' +
    'America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes America/Marigot America/Martinique ' +
    'America/Montserrat America/Port_of_Spain America/Puerto_Rico America/Santo_Domingo America/St_Barthelemy ' +
    'America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Virgin',
  AWST: 'Australia/Perth Australia/West',
  CAT:
    'Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Juba Africa/Khartoum Africa/Kigali ' +
    'Africa/Lubumbashi Africa/Lusaka Africa/Maputo Africa/Windhoek',
  'CET CEST':
    'Africa/Ceuta Arctic/Longyearbyen Atlantic/Jan_Mayen CET Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin ' +
    'Europe/Bratislava Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana ' +
    'Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica Europe/Prague ' +
    'Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican ' +
    'Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich Poland',
  CET: 'Africa/Algiers Africa/Tunis',
  'CST CDT':
    'America/Chicago America/Havana America/Indiana/Knox America/Indiana/Tell_City America/Knox_IN America/Matamoros ' +
    'America/Menominee America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem America/Ojinaga ' +
    'America/Rainy_River America/Rankin_Inlet America/Resolute America/Winnipeg CST6CDT Canada/Central Cuba US/Central ' +
    'US/Indiana-Starke',
  CST:
    'America/Bahia_Banderas America/Belize America/Chihuahua America/Costa_Rica America/El_Salvador America/Guatemala ' +
    'America/Managua America/Merida America/Mexico_City America/Monterrey America/Regina America/Swift_Current ' +
    'America/Tegucigalpa Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macao Asia/Macau Asia/Shanghai Asia/Taipei ' +
    'Canada/Saskatchewan Mexico/General PRC ROC',
  ChST: 'Pacific/Guam Pacific/Saipan',
  EAT:
    'Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu ' +
    'Africa/Nairobi Indian/Antananarivo Indian/Comoro Indian/Mayotte',
  'EET EEST':
    'Africa/Cairo Asia/Beirut Asia/Famagusta Asia/Gaza Asia/Hebron Asia/Nicosia EET Egypt Europe/Athens Europe/Bucharest ' +
    'Europe/Chisinau Europe/Helsinki Europe/Kiev Europe/Kyiv Europe/Mariehamn Europe/Nicosia Europe/Riga Europe/Sofia ' +
    'Europe/Tallinn Europe/Tiraspol Europe/Uzhgorod Europe/Vilnius Europe/Zaporozhye',
  EET: 'Africa/Tripoli Europe/Kaliningrad Libya',
  'EST EDT':
    'America/Detroit America/Fort_Wayne America/Grand_Turk America/Indiana/Indianapolis America/Indiana/Marengo ' +
    'America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac America/Indianapolis ' +
    'America/Iqaluit America/Kentucky/Louisville America/Kentucky/Monticello America/Louisville America/Montreal ' +
    'America/Nassau America/New_York America/Nipigon America/Pangnirtung America/Port-au-Prince America/Thunder_Bay ' +
    'America/Toronto Canada/Eastern EST5EDT US/East-Indiana US/Eastern US/Michigan',
  EST: 'America/Atikokan America/Cancun America/Cayman America/Coral_Harbour America/Jamaica America/Panama EST Jamaica',
  'GMT BST': 'Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB GB-Eire',
  GMT:
    'Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Conakry Africa/Dakar Africa/Freetown ' +
    'Africa/Lome Africa/Monrovia Africa/Nouakchott Africa/Ouagadougou Africa/Sao_Tome Africa/Timbuktu America/Danmarkshavn ' +
    'Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich ' +
    'Iceland',
  'GMT IST': 'Eire Europe/Dublin',
  HKT: 'Asia/Hong_Kong Hongkong',
  'HST HDT': 'America/Adak America/Atka US/Aleutian',
  HST: 'HST Pacific/Honolulu Pacific/Johnston US/Hawaii',
  'IST IDT': 'Asia/Jerusalem Asia/Tel_Aviv Israel',
  IST: 'Asia/Calcutta Asia/Kolkata',
  JST: 'Asia/Tokyo Japan',
  KST: 'Asia/Pyongyang Asia/Seoul ROK',
  'MET MEST': 'MET',
  MSK: 'Europe/Kirov Europe/Moscow Europe/Simferopol Europe/Volgograd W-SU',
  'MST MDT':
    'America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Denver America/Edmonton America/Inuvik ' +
    'America/Shiprock America/Yellowknife Canada/Mountain MST7MDT Navajo US/Mountain',
  MST:
    'America/Creston America/Dawson America/Dawson_Creek America/Fort_Nelson America/Hermosillo America/Mazatlan ' +
    'America/Phoenix America/Whitehorse Canada/Yukon MST Mexico/BajaSur US/Arizona',
  'NST NDT': 'America/St_Johns Canada/Newfoundland',
  'NZST NZDT': 'Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland',
  PKT: 'Asia/Karachi',
  'PST PDT':
    'America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana America/Vancouver Canada/Pacific ' +
    'Mexico/BajaNorte PST8PDT US/Pacific',
  PST: 'Asia/Manila',
  SAST: 'Africa/Johannesburg Africa/Maseru Africa/Mbabane',
  SST: 'Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa',
  UTC: 'Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu',
  WAT:
    'Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda ' +
    'Africa/Malabo Africa/Ndjamena Africa/Niamey Africa/Porto-Novo',
  'WET WEST': 'Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira Europe/Lisbon Portugal WET',
  WIB: 'Asia/Jakarta Asia/Pontianak',
  WIT: 'Asia/Jayapura',
  WITA: 'Asia/Makassar Asia/Ujung_Pandang',
}
