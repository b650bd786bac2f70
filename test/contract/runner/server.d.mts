import type { Scenario, Server } from './replay.mjs'

export function startServer(options: { readonly mode: string } & ({ readonly launch: string } | { readonly 'api-root': string }), scenario: Scenario): Promise<Server>
export function bodyOf(text: string): unknown
