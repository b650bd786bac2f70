// `cal KIND edit TARGET…`: opens fields as YAML in the user's editor, and carries out the changes.
import { runNameAt } from '../../../bulk/journal/runs.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { CalError, usageError } from '../../../base/errors.ts'
import { readText, writeError } from '../../../base/files/file-errors.ts'
import { freeName, makeFolders } from '../../../base/files/file-system.ts'
import type { JsonObject } from '../../../base/json.ts'
import { type Language, t } from '../../../base/text/language.ts'
import { isWrite, type Step } from '../../../bulk/plan/plan.ts'
import { hiddenRecordError } from '../../../client/api/records.ts'
import { isHiddenByPassword, resources } from '../../../spec/resources.ts'
import { changesOf } from '../../../client/update/compare.ts'
import { sendableOf } from '../../../client/update/sendable.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import type { writing_options } from '../../arguments/options.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import { conflictError, runSteps } from '../../bulk-run/run-steps.ts'
import type { CommandAction } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import type { Runtime, Session } from '../../types/session.ts'
import { no_edits } from '../../input/edits.ts'
import { resolveFields } from '../../input/resolve-input.ts'
import { changesIn, documentOf, type EditedRecord, editedRecordOf } from './edit-document.ts'
import { asEditor, recordsOfTargets, editedStep } from './selected-records.ts'
import { targetMissing } from '../shared-flags.ts'

export function editOf(plural: Plural): CommandAction<typeof writing_options> {
  return async ({ operands, options }, session) => {
    if (!session.settings.interactive) throw noTerminal(plural, operands)
    if (operands.length === 0) throw targetMissing(plural, 'edit')
    const { records, unread } = await recordsOfTargets(plural, operands, session)
    const blank = records.find((record) => isHiddenByPassword(plural, record))
    if (blank) throw hiddenRecordError(plural, blank)
    const run = { plural, command: `${plural} edit`, unread }
    if (records.length === 0) return runSteps({ ...run, steps: () => [] }, options, session)
    const file = await newFile(plural, records, session)
    return keepingFile(file, session, async () => {
      const edited = await editedSteps(plural, file, session)
      if (!edited.some(isWrite)) {
        await session.note(t('nothing to change'))
        return runSteps({ ...run, steps: () => [] }, options, session)
      }
      const opened = file.records.map(({ record }) => record)
      return runSteps({ ...run, steps: () => edited, records: opened, shown: 'nothing' }, options, session)
    })
  }
}

function noTerminal(plural: Plural, [target = 'ID']: readonly string[]): CalError {
  return usageError(
    t('edit needs a terminal'),
    t('use cal {plural} update {target} --FIELD VALUE instead', { plural, target }),
  )
}

interface EditedFile {
  readonly path: string
  readonly text: string
  readonly records: readonly EditedRecord[]
}

/** Creates the file to edit in the state folder, where it stays if an error occurs; only its owner can read it. */
async function newFile(plural: Plural, found: readonly JsonObject[], session: Session): Promise<EditedFile> {
  const records = found.map((record) => editedRecordOf(plural, record))
  const text = documentOf(plural, records, session.language)
  const folder = join(stateDirOf(session), 'edits')
  const name = join(folder, `${runNameAt(session.runtime.now())}-${plural}`)
  try {
    makeFolders(folder, 0o700)
    const path = freeName(`${name}.yaml`)
    await writeFile(path, text, { mode: 0o600, flag: 'wx' })
    return { path, text, records }
  } catch (cause) {
    throw writeError(name, cause, 'configuration')
  }
}

/** Deletes the file when all changes have been written or there are none; otherwise prints its path. */
async function keepingFile(
  { path, text }: EditedFile,
  { note }: Session,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const saved_text = t('your changes are saved in {path}', { path })
  try {
    const outcome = await work()
    if (outcome.exit === undefined && outcome.kind !== 'view') await rm(path, { force: true })
    else await note(saved_text)
    return outcome
  } catch (error) {
    const typed = await readFile(path, 'utf8').catch(() => undefined)
    if (typed === text) await rm(path, { force: true })
    else if (typed !== undefined) await note(saved_text)
    throw error
  }
}

/** Opens the editor until the text is valid. Errors: those of the text, if the user doesn't change it again. */
async function editedSteps(
  plural: Plural,
  { path, text, records }: EditedFile,
  session: Session,
): Promise<readonly Step[]> {
  let given = text
  for (let attempt = 1; ; attempt++) {
    await openEditor(path, session)
    const typed = readText(path)
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
    if (withoutErrors(typed) === text) return []
    if (withoutErrors(typed).trim() === '')
      throw new CalError('not_confirmed', t('the file is empty; nothing was changed'))
    try {
      return await stepsOf(plural, { text: withoutErrors(typed), records }, session)
    } catch (error) {
      if (!(error instanceof CalError) || !correctable.has(error.code) || typed === given || attempt === attempts_max)
        throw error
      await session.reportError(error)
      given = withError(withoutErrors(typed), error, session.language)
      await writeFile(path, given)
    }
  }
}

/** Limits scripts that are set as editor and repeat the same mistake. */
const attempts_max = 20

const correctable = new Set(['usage', 'not_found', 'refused'])

const error_mark = '#! '

function withError(text: string, { text: reason, hint }: CalError, language: Language): string {
  const lines = [reason, ...(hint ? [hint] : [])].flatMap((one) => one[language].split('\n'))
  return `${lines.map((line) => `${error_mark}${line}\n`).join('')}${text}`
}

function withoutErrors(text: string): string {
  return text.replace(/^(?:#! .*\n)+/, '')
}

/** The steps, computed from the current state of the records. */
async function stepsOf(
  plural: Plural,
  { text, records }: Pick<EditedFile, 'text' | 'records'>,
  session: Session,
): Promise<readonly Step[]> {
  const changes = new Map(changesIn(plural, text, records).map(({ id, values }) => [id, values]))
  const steps: Step[] = []
  for (const [n, { id, record: opened }] of records.entries()) {
    const values = changes.get(id) ?? {}
    if (Object.keys(values).length === 0) {
      steps.push(editedStep(plural, opened, { values: {}, edits: no_edits }, n))
      continue
    }
    const change = await resolveFields(plural, values, session)
    const record = await asEditor(plural, session)({ kind: 'id', id })
    const fields = changedSince(plural, { opened, record, change })
    if (fields.length > 0)
      throw new CalError(
        'some_failed',
        t('{title} {id} was changed elsewhere while you edited it: {fields}', {
          title: resources[plural].title,
          id,
          fields: fields.join(', '),
        }),
        { hint: t('edit the current version: cal {plural} edit {id}', { plural, id }) },
      )
    const step = editedStep(plural, record, { values: change, edits: no_edits }, n)
    if (step.action === 'conflict') throw conflictError(step)
    steps.push(step)
  }
  return steps
}

/** The edited fields that changed on the service while the editor was open. */
function changedSince(
  plural: Plural,
  { opened, record, change }: { readonly opened: JsonObject; readonly record: JsonObject; readonly change: Values },
): readonly string[] {
  const before = Object.entries(sendableOf(plural, opened)).filter(([field]) => Object.hasOwn(change, field))
  return changesOf(plural, Object.fromEntries(before), record).map(({ field }) => field)
}

/**
 * Opens a file in `VISUAL`, `EDITOR` or the system's default editor, and resolves when it exits.
 *
 * Errors: `configuration` if it cannot be started; `not_confirmed` if its exit code is not 0.
 */
async function openEditor(path: string, { runtime }: Session): Promise<void> {
  const editor = editorOf(runtime)
  const code = await runtime.withoutInterrupts(async () => {
    const child = startEditor(editor, path, runtime)
    const [ended] = await Promise.race([
      once(child, 'close'),
      once(child, 'error').then(([cause]) => Promise.reject(notStarted(editor, cause))),
    ])
    return Number(ended ?? 1)
  })
  if (code === 127) throw notStarted(editor)
  if (code !== 0) throw new CalError('not_confirmed', t('the editor exited with {code}; nothing was changed', { code }))
}

/** The variable may contain arguments: `code --wait`. */
function startEditor(editor: string, path: string, { env, cwd, platform, stdout }: Runtime) {
  const settings = { cwd, env, stdio: ['inherit', stdout.isTerminal ? 'inherit' : 2, 'inherit'] as const }
  return platform === 'win32'
    ? spawn(`${editor} "${path}"`, { ...settings, stdio: [...settings.stdio], shell: true })
    : spawn('sh', ['-c', `${editor} "$@"`, 'sh', path], { ...settings, stdio: [...settings.stdio] })
}

function editorOf({ env, platform }: Runtime): string {
  const named = [env.VISUAL, env.EDITOR].find((value) => value !== undefined && value.trim() !== '')
  if (named !== undefined) return named
  if (platform === 'win32') return 'notepad'
  const folders = (env.PATH ?? '').split(delimiter)
  const found = ['editor', 'nano', 'vi'].find((name) => folders.some((folder) => existsSync(join(folder, name))))
  if (found !== undefined) return found
  throw new CalError('configuration', t('no editor found'), { hint: name_one })
}

function notStarted(editor: string, cause?: unknown): CalError {
  return new CalError('configuration', t('the editor "{editor}" cannot be started', { editor }), {
    cause,
    hint: name_one,
  })
}

const name_one = t('set EDITOR=nano or EDITOR="code --wait"')
