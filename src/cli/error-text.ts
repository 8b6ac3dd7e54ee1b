import { BadAlertRules } from '../alerts/rules/alert-rules-file.ts'
import { BadSourceFile } from '../collect/own-sources.ts'
import { BadSettings } from '../config.ts'
import { UnknownSource } from '../sources/registry.ts'
import { isStoreForbidden, isStoreUnavailable } from '../store/engines/db.ts'
import { withoutSecrets } from '../without-secrets.ts'
import { UsageError } from './command.ts'
import { LISTEN_ADVICE } from './doctor/check-port.ts'
import { storeAdvice } from './store-advice.ts'

/** True where the command line, the settings or a file that they name is wrong. */
export const isUsage = (error: unknown): boolean =>
  [UsageError, BadSettings, BadSourceFile, BadAlertRules, UnknownSource].some((kind) => error instanceof kind)

/** The message to print. That of bad settings and rules holds no secret, and its examples of addresses must stay whole. */
export const printedMessage = (error: unknown): string =>
  error instanceof BadSettings || error instanceof BadAlertRules
    ? error.message
    : withoutSecrets(messageOf(error))

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isStoreUnavailable(error) || isStoreForbidden(error)) {
    const { message } = error instanceof AggregateError ? error.errors[0] : error
    return `the store cannot be used: ${message}; ${storeAdvice(error)}`
  }
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `another program already listens there (${error.message}): stop it, or set PORT`
  if (['listen', 'bind'].includes(syscall) && code in LISTEN_ADVICE)
    return `${error.message}; ${LISTEN_ADVICE[code]}`
  return error.message
}
