// Texts say `cal`; a user who called the program by its other name reads that one.

/** `cal events list` → `calctl events list` where the program was called `calctl`. */
export function inWordsOf(program: string, text: string): string {
  return program === 'cal' ? text : text.replace(/(^|[\s:"„(`])cal (?=[a-z-])/gm, `$1${program} `)
}
