// Whether colours and links may be used: decided here and nowhere else.
import type { Json } from '../../base/json.ts'
import type { Runtime } from '../core/runtime.ts'

/** `--color`, then `NO_COLOR`, then `FORCE_COLOR`, then whether the output is a terminal with colours. */
export function mayColor(
  option: Json | undefined,
  env: Runtime['env'],
  { isTerminal }: { readonly isTerminal: boolean },
): boolean {
  if (option === 'always' || option === 'never') return option === 'always'
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '')
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return isTerminal && env.TERM !== 'dumb'
}

/** Terminals that support links. Others show the control characters, or drop them. */
export function mayLink(env: Runtime['env'], { isTerminal }: { readonly isTerminal: boolean }): boolean {
  if (!isTerminal || env.TERM === 'dumb') return false
  if (env.FORCE_HYPERLINK !== undefined && env.FORCE_HYPERLINK !== '') return env.FORCE_HYPERLINK !== '0'
  const known = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper']
  return (
    known.includes(env.TERM_PROGRAM ?? '') ||
    Number(env.VTE_VERSION ?? 0) >= 5000 ||
    Boolean(env.KITTY_WINDOW_ID || env.WT_SESSION || env.KONSOLE_VERSION)
  )
}
