// Yes and no in the spellings that flags of text have.

const yes = new Set(['true', '1', 'yes', 'y', 'on', 'enable', 'enabled'])

/** Anything else that was sent is no; what was not sent stays. Source: deployed 5.2. */
export function parseFlag(sent: unknown, kept: boolean): boolean {
  return sent === undefined ? kept : yes.has(String(sent).toLowerCase())
}
