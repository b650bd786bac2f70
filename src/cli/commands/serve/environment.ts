// Environment variables by which `cal` and other programs find a served calendar.
import { shellQuoted } from '../../../base/text/quoted.ts'

export type Environment = Readonly<Record<string, string>>

/** The address of the calendar, and the credentials of an administrator if it has users. */
export function environmentOf(
  api_root: string,
  administrator: { readonly login: string; readonly password: string } | undefined,
): Environment {
  return {
    CAL_API_ROOT: api_root,
    ...(administrator && { CAL_USER: administrator.login, CAL_TOKEN: administrator.password }),
  }
}

/** The environment of a command that uses the calendar, without variables that refer to another one. */
export function environmentFor(
  inherited: Readonly<Record<string, string | undefined>>,
  own: Environment,
): Readonly<Record<string, string | undefined>> {
  const elsewhere = ['CAL_API_ROOT', 'CAL_PROFILE', 'CAL_USER', 'CAL_TOKEN', 'CAL_TOKEN_FILE']
  return { ...Object.fromEntries(Object.entries(inherited).filter(([name]) => !elsewhere.includes(name))), ...own }
}

export const environment_forms = ['sh', 'github', 'json'] as const
export type EnvironmentForm = (typeof environment_forms)[number]

/** The variables for a shell to evaluate, for `$GITHUB_ENV`, or as JSON. */
export function environmentText(environment: Environment, form: EnvironmentForm): string {
  if (form === 'json') return `${JSON.stringify(environment)}\n`
  const line =
    form === 'sh'
      ? ([name, value]: [string, string]) => `export ${name}=${shellQuoted(value)}\n`
      : ([name, value]: [string, string]) => `${name}=${value}\n`
  return Object.entries(environment).map(line).join('')
}
