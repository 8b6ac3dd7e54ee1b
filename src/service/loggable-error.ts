import { stdSerializers } from 'pino'
import { redactedError } from '../without-secrets.ts'

/** The loggable fields of an error. Copying the error itself between threads would lose its class and code. */
export type LoggableError = Readonly<Record<string, string | number | boolean>>

export function toLoggable(error: unknown): LoggableError {
  const fields: Record<string, unknown> = redactedError(
    stdSerializers.err(error instanceof Error ? error : new Error(String(error))),
  )
  const plain: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value
  return plain
}
