// A third language is a file and its name in language.ts: nothing else in the source lists languages.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { is_nightly } from './support/extent.ts'
import { sourcesUnder } from './support/sources.ts'

const folder = resolve('src/base/text')
const [registry, dutch] = [join(folder, 'language.ts'), join(folder, 'dutch.ts')]

/** The sources with Dutch; `texts` are an expression, `locale` has the rules of plurals. */
const withDutch = (texts: string, locale = 'nl-NL'): Readonly<Record<string, string>> => ({
  [registry]: readFileSync(registry, 'utf8')
    .replace('[german] as const', '[german, dutch] as const')
    .replace("import { german } from './german.ts'", "$&\nimport { dutch } from './dutch.ts'"),
  [dutch]: `import { german } from './german.ts'
    export const dutch = {
      ...german, code: 'nl', name: 'Nederlands', locale: '${locale}', names_locale: 'nl-NL', ordinal: '', abbreviation: '',
      weekday: { length: 'long', separator: ' ' }, texts: ${texts},
    } as const`,
})
const complete = `{ ...german.texts, 'all day': 'hele dag' }`

/** What these sources export. */
async function bundled(files: Readonly<Record<string, string>>) {
  const entry = join(folder, 'entry.ts')
  const modules = ['base/text/language', 'base/dates/day-names', 'spec/event-parts', 'cli/types/settings-table']
  const sources = { ...files, [entry]: modules.map((name) => `export * from '../../${name}.ts'`).join('\n') }
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [
      {
        name: 'dutch',
        resolveId: (id, from) =>
          Object.keys(sources).find((path) => path === resolve(from ? join(from, '..') : '.', id)),
        load: (id) => (Object.hasOwn(sources, id) ? { code: sources[id] ?? '', moduleType: 'ts' } : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

it('is read, shown and offered like the others', async () => {
  const made = await bundled(withDutch(complete))
  expect([made.languages, made.languageOf('nl_BE.UTF-8')]).toEqual([['en', 'de', 'nl'], 'nl'])
  expect(made.settingRow('lang').choices).toEqual(['en', 'de', 'nl'])
  expect({ ...made.t('all day') }).toEqual({ en: 'all day', de: 'ganztägig', nl: 'hele dag' })
  expect(made.longDay('2026-05-21', 'nl')).toBe('donderdag 21 mei 2026')
  const time = made.eventTimeOf({ start_date: '2026-12-24 00:00:00', end_date: '2026-12-24 23:59:59', all_day: true })
  expect(made.timeText(time, { language: 'nl' })).toBe('do 24 dec 2026, hele dag')
})

it('has a form for each of its plural categories', async () => {
  const polish = { '{days} {days|day|days}': '{days} {days|dzień|dni|dni|dnia}' }
  const made = await bundled(withDutch(`{ ...german.texts, ...${JSON.stringify(polish)} }`, 'pl-PL'))
  const days = [1, 2, 5, 22, 1.5].map((count) => made.t('{days} {days|day|days}', { days: count }).nl)
  expect(days).toEqual(['1 dzień', '2 dni', '5 dni', '22 dni', '1.5 dnia'])
})

it('is named nowhere else', () => {
  const named = sourcesUnder('src').filter(
    ({ path, text }) =>
      !/^src\/base\/(text\/(english|german)|dates\/date-words)\.ts$/.test(path) &&
      /\bde: |readonly de\b|['"]de['"]/.test(text),
  )
  expect(named.map(({ path }) => path)).toEqual([])
})

it.runIf(is_nightly)('has every text, says the compiler, which finds no other list of languages', () => {
  const roots = sourcesUnder('src').flatMap(({ path }) => (path.includes('/browser/') ? [] : [resolve(path)]))
  expect(errorsOf(roots, withDutch(complete))).toEqual([])
  const incomplete = errorsOf([registry], withDutch(`{ 'all day': 'hele dag' }`))
  expect(incomplete.map(([file]) => file)).toEqual([registry])
})

/** What the compiler says about these files, some of which have another text. */
function errorsOf(roots: readonly string[], texts: Readonly<Record<string, string>>) {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (path) => Object.hasOwn(texts, path) || fileExists(path)
  host.getSourceFile = (path, version) =>
    texts[path] === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, texts[path], version)
  const program = ts.createProgram(roots, options, host)
  return roots.flatMap((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => [path, ts.flattenDiagnosticMessageText(messageText, ' ')]),
  )
}
