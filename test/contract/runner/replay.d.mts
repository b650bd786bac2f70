export interface Scenario {
  readonly name: string
  readonly timezone: string
  readonly now?: string
  readonly modes?: readonly string[]
  readonly steps: readonly { readonly name: string }[]
}

/** A request as it travels, its path below the api root and with its query. */
export interface Wire {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Server {
  readonly apiRoot: string
  send(request: Wire): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }>
  stop(): Promise<void>
}

export interface Difference {
  readonly path: string
}

export interface Result {
  readonly step: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly differences?: readonly Difference[]
}

export function replayScenario(scenario: Scenario, manner: { readonly mode: string; readonly skipped: ReadonlySet<string> }, start: () => Promise<Server>): Promise<readonly Result[]>
export function sentenceOf(difference: Difference): string
