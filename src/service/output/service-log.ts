import { type DestinationStream, type Logger, pino, stdSerializers, symbols } from 'pino'
import type { Config } from '../../config.ts'
import { redactedError } from '../../without-secrets.ts'

/** Where the log goes. */
export interface LogTarget extends DestinationStream {
  /** True when the caller announces the start itself, so that it is not logged. */
  readonly announcesStart?: boolean
}

/** What is logged at a start without facts. */
export const demoNotice = ({ COLLECT }: Pick<Config, 'COLLECT'>): string =>
  `DEMO: the store holds no facts yet, so an invented demo market is shown; ${
    COLLECT
      ? 'the first facts that are collected replace it'
      : 'collect them with COLLECT=on, or bring them in with "greymark import FILE"'
  }`

/** Errors of a database driver may hold an address with its password. */
const LOGGED = { err: (error: Error) => redactedError(stdSerializers.err(error)) }

/** The log of a service: JSON lines, by default to the standard output. */
export const serviceLog = ({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>, logTo?: LogTarget): Logger =>
  pino({ level, serializers: LOGGED }, logTo)

/** Where a log writes its lines, for those of threads. */
export const linesOf = (log: Logger): DestinationStream =>
  (log as unknown as Readonly<Record<symbol, DestinationStream>>)[symbols.streamSym] as DestinationStream
