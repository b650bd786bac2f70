// Start-up time: the time until a command ends.
import { alternately, plainEnvironment, program, run, serving, timed } from '../harness.js'

const rounds = 15

export const start = {
  name: 'start',
  async measure(folder) {
    const medians = await serving(folder, ['--data', ':memory:'], async (api_root) => {
      const env = plainEnvironment(folder, { CAL_API_ROOT: api_root })
      const node = (...args) => () => timed(() => run(process.execPath, args, { env, cwd: folder }))
      const cal = (...args) => node(program, ...args)
      await run(process.execPath, [program, 'categories', 'create', '--name', 'One'], { env })
      const created = JSON.parse(await run(process.execPath, [program, 'events', 'create', '--title', 'One', '--start-date', '2027-03-01 10:00', '--end-date', '2027-03-01 11:00', '-o', 'json'], { env }))
      return alternately(rounds, {
        bare: node('-e', '0'),
        version: cal('--version'),
        help: cal('--help'),
        list_help: cal('events', 'list', '--help'),
        // As the shell completion scripts call it; the warm-up round fills the cache.
        complete: cal('__complete', '--', 'events', 'list', '--categories', 'O'),
        get: cal('events', 'get', String(created.id)),
      })
    })
    const row = (name, key) => ({ name, ratio: medians[key] / medians.bare, scale: `${Math.round(medians[key])} ms` })
    return [
      row('cal --version ÷ node -e 0', 'version'),
      row('cal --help ÷ node -e 0', 'help'),
      row('cal events list --help ÷ node -e 0', 'list_help'),
      row('completion ÷ node -e 0', 'complete'),
      row('cal events get ID, local server ÷ node -e 0', 'get'),
    ]
  },
}
