// What people call the time of a zone, where the letters mean one offset and are no name of the tz database.

/** Units: minutes ahead of Greenwich. Letters that mean several offsets on earth, such as IST, are not here. */
export const zone_abbreviations: Readonly<Record<string, number>> = {
  EDT: -240, CST: -360, CDT: -300, MDT: -360, PST: -480, PDT: -420, AKST: -540, AKDT: -480, NST: -210, NDT: -150,
  AST: -240, ADT: -180, BST: 60, WEST: 60, CEST: 120, MEST: 120, EEST: 180, MSK: 180, CAT: 120, EAT: 180, WAT: 60, SAST: 120, PKT: 300, WIB: 420,
  HKT: 480, JST: 540, KST: 540, AWST: 480, ACST: 570, ACDT: 630, AEST: 600, AEDT: 660, NZST: 720, NZDT: 780,
}
