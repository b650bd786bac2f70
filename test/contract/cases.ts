// The cases as tests: every file once, without the steps listed in skipped.json.
import { relative } from 'node:path'
import type { Mode } from '../support/modes.ts'
import { project } from '../support/project.ts'
import { scenariosUnder, skippedIn } from './runner/files.mjs'
import { replayScenario, type Scenario, sentenceOf, type Server } from './runner/replay.mjs'

export interface Case {
  /** Below the folder of the cases. */
  readonly file: string
  readonly scenario: Scenario
}

/** Cases that name no modes were recorded from release 6.9.1, and those of the newest one name it. */
export function casesOf(mode: Mode): readonly Case[] {
  return scenariosUnder(['public', 'recorded', 'ours'])
    .filter(({ scenario }) => (scenario.modes ?? ['standard', 'quirks']).includes(mode))
    .map(({ file, scenario }) => ({ file: relative(`${project}/test/contract`, file), scenario }))
}

/** The differences from the expected responses, one message for each step. */
export async function mismatchesOf(
  { file, scenario }: Case,
  mode: Mode,
  start: () => Promise<Server>,
): Promise<readonly string[]> {
  const results = await replayScenario(scenario, { mode, skipped: skippedIn(file, mode) }, start)
  return results
    .filter(({ state }) => state === 'failed')
    .map(({ step, differences = [] }) => `${step}: ${differences.slice(0, 5).map(sentenceOf).join('; ')}`)
}
