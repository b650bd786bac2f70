// The functions that cli-table3 calls for each line of a cell. Its own types describe only the table.
declare module 'cli-table3/src/utils.js' {
  const utils: {
    strlen: (text: string) => number
    truncate: (text: string, width: number) => string
    pad: (text: string, width: number) => string
    colorizeLines: (lines: readonly string[]) => readonly string[]
  }
  export default utils
}
