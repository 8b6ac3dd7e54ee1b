import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { emailOf } from './collect/download/introductions.ts'
import { databaseUrlFault, isPostgres } from './store/engines/database-url.ts'
import { redactedInput, redactedSetting } from './without-secrets.ts'

/** More would only share the same cores, each with its own memory and connections to the database. */
const MAX_WORKERS = 64

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** A setting: its default, its help text, and how it is parsed; the message of an error completes "NAME ...". */
const setting = <T>(standard: string, help: string, read: (text: string) => T) => ({ standard, help, read })

/** Every setting. `.env.example` and `greymark serve --help` list them in this order. */
export const SETTINGS = {
  DATABASE_URL: setting(
    'sqlite:data/greymark.db',
    'Where the facts are stored: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE',
    databaseUrl,
  ),
  DATABASE_READ_URL: setting(
    '',
    'A streaming replica of DATABASE_URL that answers are read from: postgres://USER:PASSWORD@HOST/DATABASE',
    (text) => {
      if (text === '') return ''
      if (isPostgres(text)) return databaseUrl(text)
      throw unexpected('a PostgreSQL address, because SQLite has no replicas', text, redactedInput)
    },
  ),
  HOST: setting(
    '127.0.0.1',
    'Address to listen on; 0.0.0.0 for all',
    matching(/^[A-Za-z0-9.:_-]+$/, 'an address or host name'),
  ),
  PORT: setting('3000', 'Port to listen on; 0 picks a free one', wholeNumber(65_535)),
  WORKERS: setting(
    '1',
    'Processes that serve on the port together, each with its own limits: a number, or auto for one per core',
    workers,
  ),
  PUBLIC_URL: setting('', 'Address at which users reach the service, such as https://ipo.example', publicUrl),
  LIVE_URL: setting(
    '',
    'Address of a live service, to which the pages of "greymark publish" lead where a file has no answer',
    publicUrl,
  ),
  TRUST_PROXY: setting(
    '',
    'Proxies whose X-Forwarded-For is trusted: addresses or networks, separated by commas',
    proxies,
  ),
  REQUESTS_PER_MINUTE: setting(
    '120',
    'Requests a minute that one client may send; 0 for no limit',
    wholeNumber(1_000_000_000),
  ),
  DOWNLOADS_AT_ONCE: setting(
    '8',
    'Downloads at the same time, at most 2 for one client; further requests get 503',
    wholeNumber(10_000),
  ),
  DOWNLOADS_DIR: setting(
    '',
    'Folder for the data set and tables of the day; when not set, beside an existing SQLite store, else a temporary one',
    matching(/^$|\S/, 'the path of a folder'),
  ),
  EVENT_CONNECTIONS: setting(
    '500',
    'Clients that may be connected to /feeds/changes at a time; 0 for none',
    wholeNumber(100_000),
  ),
  COLLECT: setting('off', 'Collect from the upstreams while serving: on or off', (text): boolean => {
    if (text === 'on' || text === 'off') return text === 'on'
    throw unexpected('on or off', text)
  }),
  SOURCES: setting(
    'exchanges',
    'Upstreams to collect from: exchanges, and ids of trackers, separated by commas',
    names,
  ),
  SOURCE_FILES: setting('', "Files that describe the operator's own tables, separated by commas", names),
  CONTACT: setting(
    '',
    'Web address or e-mail of the operator, for upstreams and, on pages about clients, for corrections',
    matching(/^[\x21-\x7e]*$/, 'an address or e-mail in plain letters, without spaces'),
  ),
  AGENT: setting(
    '',
    'How to introduce ourselves to the exchanges: named, marked, plain, or a text of your own such as Acme/1.0; when not set, named and then marked are tried',
    // A word alone may be a misspelt name.
    matching(
      /^(named|marked|plain|[!-~][ -~]*\/[ -~]*[!-~])?$/,
      'named, marked, plain, or a name with a version such as Acme/1.0',
    ),
  ),
  ALERTS: setting(
    '',
    'File of the rules for alerts, such as alerts.json; docs/alerts.md describes it. Without it, none are sent',
    matching(/^$|\S/, 'the path of a file'),
  ),
  ALERTS_PUBLIC: setting(
    '',
    'Where visitors can subscribe to your alerts, such as https://t.me/example; the pages link to it',
    visitorsAddress,
  ),
  UPSTREAM_BASE: setting(
    '',
    'Send every request for https://HOST/PATH to BASE/HOST/PATH instead: a mirror, or a test',
    publicUrl,
  ),
  RAW_ANSWERS_DAYS: setting(
    '90',
    'Days to keep raw answers of upstreams; the collecting process removes older ones; 0 keeps all',
    wholeNumber(36_500),
  ),
  METRICS: setting(
    '127.0.0.1:9464',
    'Address and port of /metrics for Prometheus, separate from the public ones; off for none',
    metricsAddress,
  ),
  DRAIN_SECONDS: setting(
    '2',
    'Seconds after SIGTERM in which requests are still accepted while /health/ready reports stopping',
    wholeNumber(5),
  ),
  LOG_LEVEL: setting('info', `What is logged: ${LOG_LEVELS.join(', ')}`, (text) => {
    const level = LOG_LEVELS.find((candidate) => candidate === text)
    if (level) return level
    throw unexpected(`one of ${LOG_LEVELS.join(', ')}`, text)
  }),
} as const

export type SettingName = keyof typeof SETTINGS
export type Config = { readonly [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['read']> } & {
  /** What the files of SOURCE_FILES contained when the service started, for all of its threads and processes. */
  readonly sourceTexts?: readonly string[]
}

export class BadSettings extends Error {
  override readonly name = 'BadSettings'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings from the environment, the only place that does. The error names all bad settings at once, after
 * them the `further` faults: of what the settings name, such as files.
 */
export function loadConfig(env: Environment, further: readonly string[] = []): Config {
  const { settings, faults } = readSettings(env)
  const all = [...faults, ...further]
  if (all.length > 0) throw new BadSettings(['bad settings:', ...all].join('\n  '))
  return Object.freeze(settings) as Config
}

/** The valid settings, and the faults of the others. An empty setting counts as not set. */
export function readSettings(env: Environment): {
  readonly settings: Partial<Config>
  readonly faults: readonly string[]
} {
  const faults: string[] = []
  const entries = Object.entries(SETTINGS).flatMap(([name, { standard, read }]) => {
    try {
      return [[name, read(env[name] || standard)]]
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : error}`)
      return []
    }
  })
  const settings: Partial<Config> = Object.fromEntries(entries)
  return { settings, faults: [...faults, ...contradictions(settings)] }
}

function contradictions({ DATABASE_URL, DATABASE_READ_URL, AGENT, CONTACT }: Partial<Config>): string[] {
  const found: string[] = []
  if (DATABASE_READ_URL && DATABASE_URL !== undefined && !isPostgres(DATABASE_URL))
    found.push(
      'DATABASE_READ_URL names a replica, but DATABASE_URL is a SQLite file, which has no replicas: point DATABASE_URL at the primary of that replica, or unset DATABASE_READ_URL',
    )
  if (AGENT === 'plain' && CONTACT !== undefined && emailOf(CONTACT) === undefined)
    found.push(
      'AGENT=plain says who sends the requests only in the header From: set CONTACT to your e-mail address, or unset AGENT',
    )
  return found
}

/** The message shows the bad value without its secrets. */
function unexpected(expected: string, text: string, redacted = redactedSetting): Error {
  return new Error(`must be ${expected}; got "${redacted(text)}"`)
}

function matching(pattern: RegExp, expected: string): (text: string) => string {
  return (text) => {
    if (pattern.test(text)) return text
    throw unexpected(expected, text)
  }
}

function wholeNumber(maximum: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text)
    throw unexpected(`a whole number from 0 to ${maximum}`, text)
  }
}

/** The number of serving processes. */
function workers(text: string): number {
  if (text === 'auto') return Math.min(MAX_WORKERS, availableParallelism())
  if (/^[1-9]\d*$/.test(text) && Number(text) <= MAX_WORKERS) return Number(text)
  throw unexpected(`auto or a whole number from 1 to ${MAX_WORKERS}`, text)
}

/** Addresses and networks of proxies. */
function proxies(text: string): readonly string[] {
  const parts = listed(text)
  const wrong = parts.find((part) => !isNetwork(part))
  if (wrong === undefined) return parts
  throw unexpected('addresses or networks such as 10.0.0.1 or 10.0.0.0/8, separated by commas', wrong)
}

const listed = (text: string): readonly string[] =>
  text === '' ? [] : text.split(',').map((part) => part.trim())

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // A prefix of 0 would trust every client's header, so that no client address would be reliable.
  return prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

function databaseUrl(text: string): string {
  const fault = databaseUrlFault(text)
  if (fault) throw new Error(fault)
  return text
}

/** `null` for off. */
function metricsAddress(text: string): { readonly host: string; readonly port: number } | null {
  if (text === 'off') return null
  const [, host = '', port = ''] = /^(?:\[?)([A-Za-z0-9.:_-]+?)(?:\]?):(\d+)$/.exec(text) ?? []
  if (host !== '' && Number(port) <= 65_535) return { host, port: Number(port) }
  throw unexpected('off, or an address and port such as 127.0.0.1:9464', text)
}

function names(text: string): readonly string[] {
  const parts = listed(text)
  if (!parts.includes('')) return parts
  throw unexpected('names separated by commas, none of them empty', text)
}

/** Without a final slash, so that paths can be appended. */
function publicUrl(text: string): string {
  if (text === '') return ''
  const url = /[?#]/.test(text) ? null : URL.parse(text)
  const hasNoAccount = url?.username === '' && url.password === ''
  if (hasNoAccount && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  const expected = 'an http or https address without query or password, such as https://ipo.example'
  throw unexpected(expected, text, redactedInput)
}

/** One https address that is safe to show to everybody. `URL` would repair spaces, slashes and a list of addresses. */
function visitorsAddress(text: string): string {
  if (text === '') return ''
  const url = /^https:\/\/[^\s\\/@,][^\s\\,]*$/i.test(text) ? URL.parse(text) : null
  if (url && url.username === '' && url.password === '') return url.href
  const expected = 'one https address without password, such as https://t.me/example'
  throw unexpected(expected, text, redactedInput)
}
