// Signals during a run: what is said at once, and the error and exit code of the run.
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { isAnswerLost } from '../../client/transport/network-errors.ts'
import { writeError } from '../output/print-error.ts'
import { noteLater } from '../session/session.ts'
import type { Session } from '../types/session.ts'

/**
 * At the first Ctrl-C, says that the run waits for the requests in flight; at the second signal, prints its error as
 * `explain` returns it, because the process exits at once. Until the returned function is called.
 */
export function reportSignals(
  { runtime, note, language, error_format, settings }: Session,
  explain: (error: unknown) => unknown,
): () => void {
  const { signal, second_signal } = runtime
  const onFirst = () => {
    if (signal.reason instanceof CalError && signal.reason.code === 'interrupted') noteLater({ note })(waiting)
  }
  const onSecond = () => {
    const error = explain(second_signal.reason)
    writeError(error, { language, format: error_format, debug: settings.debug }, runtime).catch(() => undefined)
  }
  signal.addEventListener('abort', onFirst, { once: true })
  second_signal.addEventListener('abort', onSecond, { once: true })
  return () => {
    signal.removeEventListener('abort', onFirst)
    second_signal.removeEventListener('abort', onSecond)
  }
}

const waiting: Text = t('waiting for responses to the requests in flight; to exit immediately, press Ctrl-C again')

/** A script must not continue after Ctrl-C, even if the last write in flight was executed. */
export function exitOfSignal({ aborted, reason }: AbortSignal): number | undefined {
  return aborted && reason instanceof CalError ? reason.exit_code : undefined
}

interface SignalEnd {
  readonly signal: AbortSignal
  /** Of at least one write it is not known whether it was executed. */
  readonly isOpen: boolean
  readonly single: boolean
}

/** The error of the signal, if the service did not respond after it; any other error is returned unchanged. */
export function afterSignal(error: unknown, { signal, isOpen, single }: SignalEnd): unknown {
  const { aborted, reason } = signal
  if (!aborted || !(reason instanceof CalError) || !(error instanceof CalError)) return error
  if (error.code !== reason.code && error.code !== 'unreachable' && !isAnswerLost(error)) return error
  if (!isOpen) return reason
  const hint = single ? t('the request may have taken effect') : t('requests without a response may have taken effect')
  return new CalError(reason.code, reason.text, { cause: error, hint })
}
