// Errors of PostgreSQL and of connecting to it: conflicts, temporary errors, and errors of the configuration.
import { CalError, errorCode, UnusableDatabaseError } from '../../../base/errors.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { ApiError } from '../../domain/api-error.ts'

/**
 * Serialization failure, deadlock, and unique or foreign key violations, which concurrent transactions can cause.
 */
const conflicts = new Set(['40001', '40P01', '23505', '23503'])

/** Whether the same transaction may succeed if it is run again. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(errorCode(error))
}

/**
 * Connection exceptions (08), operator intervention (57), insufficient resources (53), system errors (58), and
 * timeouts of locks and of idle transactions.
 */
const temporary_states = /^(08...|57...|53...|58...|55P03|25P0[34]|25006)$/
const temporary_network_codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENOENT',
])
/** Messages of the driver's own errors, which have no code. */
const temporary_messages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
  'Cannot use a pool after calling end',
]

/** Whether the error is temporary: the database may be available again later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnsuitableServerError) return true
  if (!(error instanceof Error)) return false
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isUnavailable)
  const code = errorCode(error)
  return (
    temporary_states.test(code) ||
    temporary_network_codes.has(code) ||
    temporary_messages.some((text) => error.message.startsWith(text))
  )
}

/** A server that must not be written to: a standby, or one that may lose commits. */
export class UnsuitableServerError extends CalError {}

const retry_after_s = 1

/** Converts conflicts and temporary errors to a 503 with `Retry-After`, and others like `postgresError`. */
export function serviceError(error: unknown, name: string): unknown {
  const code = unavailabilityOf(error)
  return code ? new ApiError(code, { data: { retry_after: retry_after_s }, cause: error }) : postgresError(error, name)
}

function unavailabilityOf(error: unknown) {
  if (error instanceof OutcomeUnknownError) return 'rest_outcome_unknown'
  if (isConflict(error)) return 'rest_database_busy'
  // A read-only transaction: reading still works.
  if (errorCode(error) === '25006') return 'rest_not_stored'
  return isUnavailable(error) ? 'rest_database_unavailable' : undefined
}

/** The connection was lost during COMMIT: only the database knows whether the transaction was committed. */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super('the connection was lost during COMMIT', { cause })
    this.name = 'OutcomeUnknownError'
  }
}

interface Problem {
  readonly text: (name: string, reason: string) => Text
  readonly hint: Text
}

const wrong_password: Problem = {
  text: (name) => t('{name} refuses this user or password', { name }),
  hint: t('give the password in PGPASSWORD, in ~/.pgpass, or the whole address in a variable: --data env:DATABASE_URL'),
}

const missing_object: Problem = {
  text: (name, reason) => sameText(`${name}: ${reason}`),
  hint: t('restore the schema from a backup, or check which schema the address names'),
}

const problems: Readonly<Record<string, Problem>> = {
  // Schema, table, column, function, type.
  '3F000': missing_object,
  '42P01': missing_object,
  '42703': missing_object,
  '42883': missing_object,
  '42704': missing_object,
  '28P01': wrong_password,
  '28000': wrong_password,
  '3D000': {
    text: (name) => t('{name}: there is no such database', { name }),
    hint: t('create it: createdb NAME'),
  },
  '42501': {
    text: (name, reason) =>
      t('{name}: this user lacks rights on the schema or the database: {reason}', { name, reason }),
    hint: t('make the user the owner of the schema: CREATE SCHEMA calendar AUTHORIZATION USER'),
  },
}

/** The SQLSTATE with which creating a calendar fails if its extension is missing and cannot be created. */
export const missing_extension = 'CALX1'

/** Converts errors of PostgreSQL, of connecting to it and of `serviceError` to `CalError`; returns others unchanged. */
export function postgresError(error: unknown, name: string): unknown {
  if (error instanceof ApiError && error.cause !== undefined) return postgresError(error.cause, name)
  if (error instanceof CalError || !(error instanceof Error)) return error
  // The driver's message for a missing password.
  const problem = /password must be a (non-empty )?string/.test(error.message)
    ? wrong_password
    : problems[errorCode(error)]
  if (problem)
    return new UnusableDatabaseError('configuration', problem.text(name, reasonOf(error)), {
      hint: problem.hint,
      cause: error,
    })
  if (errorCode(error) === missing_extension)
    return new CalError(
      'configuration',
      t('{name}: the extension pg_trgm is missing and cannot be created: {message}', { name, message: error.message }),
      {
        cause: error,
        hint: t('as a superuser in this database: CREATE EXTENSION pg_trgm (part of postgresql-contrib)'),
      },
    )
  if (isTlsError(error))
    return new CalError('unreachable', sameText(`${name}: ${reasonOf(error)}`), {
      cause: error,
      hint: t('sslrootcert=FILE names the certificate to trust; sslmode=require encrypts without verifying it'),
    })
  if (!isUnavailable(error) && !(error instanceof OutcomeUnknownError)) return error
  return new CalError('unreachable', t('{name} does not respond: {reason}', { name, reason: reasonOf(error) }), {
    cause: error,
    hint: t('check the host, the port and whether the server is running: pg_isready -h HOST -p PORT'),
  })
}

function reasonOf(error: Error): string {
  return error.message || errorCode(error)
}

function isTlsError(error: Error): boolean {
  const code = errorCode(error)
  return (
    /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_)/.test(code) ||
    /server does not support SSL connections/.test(error.message)
  )
}
