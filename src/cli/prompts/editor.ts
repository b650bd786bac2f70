// Opens a file in the user's editor.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import type { Runtime } from '../core/runtime.ts'
import type { Session } from '../core/session.ts'

/**
 * Opens a file in `VISUAL`, `EDITOR` or the system's default editor, and resolves when it exits.
 *
 * Errors: `configuration` if it cannot be started; `not_confirmed` if its exit code is not 0.
 */
export async function openEditor(path: string, { runtime }: Session): Promise<void> {
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
