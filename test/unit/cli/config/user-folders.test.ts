// The folders of a user on each platform.
import { expect, it } from 'vitest'
import { userFolder } from '../../../../src/cli/config/files.ts'

const windows = { APPDATA: '/users/ada/roaming', LOCALAPPDATA: '/users/ada/local' }

it.each([
  ['linux', {}, ['/home/ada/.config/cal', '/home/ada/.local/state/cal', '/home/ada/.cache/cal']],
  ['darwin', {}, ['/home/ada/.config/cal', '/home/ada/.local/state/cal', '/home/ada/.cache/cal']],
  [
    'linux',
    { XDG_CONFIG_HOME: '/x', XDG_STATE_HOME: '/y', XDG_CACHE_HOME: 'relative' },
    ['/x/cal', '/y/cal', '/home/ada/.cache/cal'],
  ],
  ['win32', windows, ['/users/ada/roaming/cal', '/users/ada/local/cal/state', '/users/ada/local/cal/cache']],
  ['win32', {}, ['/home/ada/.config/cal', '/home/ada/.local/state/cal', '/home/ada/.cache/cal']],
  ['linux', windows, ['/home/ada/.config/cal', '/home/ada/.local/state/cal', '/home/ada/.cache/cal']],
] as const)('on %s with %j', (platform, env, folders) => {
  const found = (['config', 'state', 'cache'] as const).map((use) =>
    userFolder(use, { env, home: '/home/ada', platform }),
  )
  expect(found).toEqual(folders)
})
