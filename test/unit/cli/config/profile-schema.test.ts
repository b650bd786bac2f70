import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { parseProfile } from '../../../../src/cli/config/profile-schema.ts'

const parsed = (content: unknown) => parseProfile(content, (text) => new CalError('configuration', text))

describe('a profile', () => {
  it('has settings, credentials and two booleans that are false by default', () => {
    expect(parsed({ api_root: 'https://example.org', rate: 5, auth: { kind: 'basic', user: 'eve' } })).toEqual({
      settings: { api_root: 'https://example.org', rate: 5 },
      auth: { kind: 'basic', user: 'eve' },
      protected: false,
      disposable: false,
    })
    expect(parsed({ auth: null, protected: true, disposable: true })).toEqual({
      settings: {},
      protected: true,
      disposable: true,
    })
  })

  it('accepts the kind alone as its credentials', () => {
    expect(parsed({ auth: 'bearer' }).auth).toEqual({ kind: 'bearer' })
  })

  it.each([
    [[], 'not a list of settings', 'keine Liste von Einstellungen'],
    [{ colour: 'red' }, 'unknown profile setting "colour"', 'ein Profil hat keine Einstellung „colour“'],
    [{ pager: 'less' }, 'unknown profile setting "pager"', 'ein Profil hat keine Einstellung „pager“'],
    [{ api_root: true }, 'api_root needs text, not true', 'api_root erwartet Text, nicht true'],
    [{ api_root: null }, 'api_root needs text, not null', 'api_root erwartet Text, nicht null'],
    [
      { protected: 'yes' },
      'protected needs true or false, not "yes"',
      'protected erwartet true oder false, nicht „yes“',
    ],
    [
      { auth: 'basik' },
      'auth needs one of none, basic, bearer, header, not "basik"',
      'auth erwartet einen der Werte none, basic, bearer, header, nicht „basik“',
    ],
    [
      { auth: {} },
      'auth needs one of none, basic, bearer, header, not nothing',
      'auth erwartet einen der Werte none, basic, bearer, header, nicht nichts',
    ],
    [{ auth: { kind: 'basic', user: 5 } }, 'auth.user needs text, not 5', 'auth.user erwartet Text, nicht 5'],
    [
      { auth: { kind: 'basic', secret: 'abc' } },
      'auth.secret: keyring | env:NAME | file:PATH',
      'auth.secret: keyring | env:NAME | file:PATH',
    ],
  ])('names the invalid key and value in %j', (content, en, de) => {
    expect(() => parsed(content)).toThrow(expect.objectContaining({ text: { en, de } }))
  })
})
