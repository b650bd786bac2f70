import type { Scenario } from './replay.mjs'

export function scenariosUnder(paths: readonly string[], only?: string): readonly { readonly file: string; readonly scenario: Scenario }[]
export function skippedIn(file: string, mode: string): ReadonlySet<string>
