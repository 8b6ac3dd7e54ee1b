import { availableParallelism } from 'node:os'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { BadSettings, type Config, LOG_LEVELS, loadConfig, SETTINGS, type SettingName } from './config.ts'

const DEFAULTS: Config = {
  DATABASE_URL: 'sqlite:data/greymark.db',
  DATABASE_READ_URL: '',
  HOST: '127.0.0.1',
  PORT: 3000,
  WORKERS: 1,
  PUBLIC_URL: '',
  LIVE_URL: '',
  TRUST_PROXY: [],
  REQUESTS_PER_MINUTE: 120,
  DOWNLOADS_AT_ONCE: 8,
  DOWNLOADS_DIR: '',
  EVENT_CONNECTIONS: 500,
  COLLECT: false,
  SOURCES: ['exchanges'],
  SOURCE_FILES: [],
  CONTACT: '',
  AGENT: '',
  ALERTS: '',
  ALERTS_PUBLIC: '',
  UPSTREAM_BASE: '',
  RAW_ANSWERS_DAYS: 90,
  METRICS: { host: '127.0.0.1', port: 9464 },
  DRAIN_SECONDS: 2,
  LOG_LEVEL: 'info',
}
const NAMES = Object.keys(SETTINGS) as SettingName[]

test('without settings, the defaults apply', () => {
  expect(loadConfig({})).toEqual(DEFAULTS)
})

test('an empty setting counts as not set', () => {
  expect(loadConfig(Object.fromEntries(NAMES.map((name) => [name, ''])))).toEqual(DEFAULTS)
})

test('one setting does not change another', () => {
  expect(loadConfig({ PORT: '8080' })).toEqual({ ...DEFAULTS, PORT: 8080 })
})

test('other environment variables are ignored', () => {
  expect(loadConfig({ PATH: '/bin', port: '1' })).toEqual(DEFAULTS)
})

test('the settings are frozen', () => {
  expect(Object.isFrozen(loadConfig({}))).toBe(true)
})

test('all bad settings are named at once, with what would be right', () => {
  const bad = {
    DATABASE_URL: 'greymark.db',
    DATABASE_READ_URL: 'sqlite:data/greymark.db',
    HOST: 'http://localhost',
    PORT: '65536',
    WORKERS: '0',
    PUBLIC_URL: 'ipo.example',
    LIVE_URL: 'live.example',
    TRUST_PROXY: 'nginx',
    REQUESTS_PER_MINUTE: 'many',
    DOWNLOADS_AT_ONCE: 'some',
    DOWNLOADS_DIR: ' ',
    EVENT_CONNECTIONS: 'all',
    COLLECT: 'yes',
    SOURCES: 'exchanges,,ipowatch',
    SOURCE_FILES: 'a.json,',
    CONTACT: 'the operator',
    AGENT: 'maked',
    ALERTS: ' ',
    ALERTS_PUBLIC: 't.me/example',
    UPSTREAM_BASE: 'mirror',
    RAW_ANSWERS_DAYS: 'for ever',
    METRICS: '9464',
    DRAIN_SECONDS: '60',
    LOG_LEVEL: 'loud',
  } satisfies Record<SettingName, string>
  const fault = faultOf(bad)
  expect(fault).toBeInstanceOf(BadSettings)
  const [title, ...lines] = (fault as BadSettings).message.split('\n')
  expect(title).toBe('bad settings:')
  expect(lines).toEqual(
    NAMES.map((name) =>
      expect.stringMatching(new RegExp(`^  ${name} must be .+; got "${bad[name].replaceAll('/', '\\/')}"$`)),
    ),
  )
})

test('a replica beside a SQLite file is refused, because it would show other facts than those recorded', () => {
  const fault = faultOf({ DATABASE_READ_URL: 'postgres://greymark@replica.example/greymark' })
  expect(String(fault)).toMatch(
    /^BadSettings: bad settings:\n {2}DATABASE_READ_URL names a replica, but DATABASE_URL is a SQLite file/,
  )
})

test('good settings are not named among the bad ones', () => {
  const fault = faultOf({ PORT: '80', LOG_LEVEL: 'loud' })
  expect(String(fault)).not.toContain('PORT')
})

type Values<K extends SettingName> = readonly (readonly [text: string, value: Config[K]])[]

const WEB_ADDRESSES: Values<'PUBLIC_URL'> = [
  ['https://ipo.example', 'https://ipo.example'],
  ['https://ipo.example/', 'https://ipo.example'],
  ['http://ipo.example:8080', 'http://ipo.example:8080'],
  ['https://example.org/market/', 'https://example.org/market'],
  ['HTTPS://IPO.example', 'https://ipo.example'],
]

const ACCEPTED: { [K in SettingName]: Values<K> } = {
  DATABASE_URL: [
    ['sqlite:data/other.db', 'sqlite:data/other.db'],
    ['sqlite:/var/lib/greymark/greymark.db', 'sqlite:/var/lib/greymark/greymark.db'],
    ['postgres://greymark@db.example/greymark', 'postgres://greymark@db.example/greymark'],
    ['postgresql://g:p@[::1]:5433/g?sslmode=require', 'postgresql://g:p@[::1]:5433/g?sslmode=require'],
    ['postgres:///greymark?host=/run/postgresql', 'postgres:///greymark?host=/run/postgresql'],
  ],
  DATABASE_READ_URL: [
    ['postgres://greymark@replica.example/greymark', 'postgres://greymark@replica.example/greymark'],
  ],
  HOST: [
    ['0.0.0.0', '0.0.0.0'],
    ['::', '::'],
    ['::1', '::1'],
    ['localhost', 'localhost'],
    ['ipo-1.example', 'ipo-1.example'],
  ],
  PORT: [
    ['0', 0],
    ['1', 1],
    ['80', 80],
    ['65535', 65_535],
  ],
  WORKERS: [
    ['1', 1],
    ['2', 2],
    ['64', 64],
    ['auto', availableParallelism()],
  ],
  PUBLIC_URL: WEB_ADDRESSES,
  LIVE_URL: WEB_ADDRESSES,
  TRUST_PROXY: [
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.1/32', ['10.0.0.1/32']],
    ['::1, 10.0.0.0/8 ,fd00::/8', ['::1', '10.0.0.0/8', 'fd00::/8']],
    ['::1/128', ['::1/128']],
  ],
  DOWNLOADS_AT_ONCE: [
    ['0', 0],
    ['20', 20],
  ],
  DOWNLOADS_DIR: [['/var/cache/greymark', '/var/cache/greymark']],
  REQUESTS_PER_MINUTE: [
    ['0', 0],
    ['1', 1],
    ['1000000000', 1_000_000_000],
  ],
  EVENT_CONNECTIONS: [
    ['0', 0],
    ['100000', 100_000],
  ],
  COLLECT: [
    ['on', true],
    ['off', false],
  ],
  SOURCES: [
    ['exchanges', ['exchanges']],
    ['exchanges, ipowatch,ipoji', ['exchanges', 'ipowatch', 'ipoji']],
  ],
  SOURCE_FILES: [['tables/a.json, /etc/greymark/b.json', ['tables/a.json', '/etc/greymark/b.json']]],
  CONTACT: [
    ['ops@ipo.example', 'ops@ipo.example'],
    ['https://ipo.example/about', 'https://ipo.example/about'],
  ],
  AGENT: [
    ['named', 'named'],
    ['marked', 'marked'],
    ['Acme/1.0', 'Acme/1.0'],
    ['Acme/1.0 (+https://acme.example)', 'Acme/1.0 (+https://acme.example)'],
  ],
  ALERTS: [
    ['alerts.json', 'alerts.json'],
    ['/etc/greymark/our alerts.json', '/etc/greymark/our alerts.json'],
  ],
  ALERTS_PUBLIC: [
    ['https://t.me/example', 'https://t.me/example'],
    ['https://t.me/+AbC-1', 'https://t.me/+AbC-1'],
    ['HTTPS://T.me/Example', 'https://t.me/Example'],
    ['https://ipo.example', 'https://ipo.example/'],
    ['https://lists.example:8443/join?list=ipo#form', 'https://lists.example:8443/join?list=ipo#form'],
    ['https://mastodon.example/@ipo', 'https://mastodon.example/@ipo'],
  ],
  UPSTREAM_BASE: [['http://127.0.0.1:9700/', 'http://127.0.0.1:9700']],
  RAW_ANSWERS_DAYS: [
    ['0', 0],
    ['36500', 36_500],
  ],
  METRICS: [
    ['off', null],
    ['0.0.0.0:9000', { host: '0.0.0.0', port: 9000 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['metrics.example:0', { host: 'metrics.example', port: 0 }],
  ],
  DRAIN_SECONDS: [
    ['0', 0],
    ['5', 5],
  ],
  LOG_LEVEL: LOG_LEVELS.map((level) => [level, level] as const),
}

const NO_WEB_ADDRESSES = [
  ' ',
  'ipo.example',
  '/market',
  '//ipo.example',
  'ftp://ipo.example',
  'javascript:alert(1)',
  'https://',
  'https://ipo.example/?from=here',
  'https://ipo.example/#top',
  'https://ipo.example/?',
  'https://ipo.example/#',
]

const REFUSED: { [K in SettingName]: readonly string[] } = {
  DATABASE_URL: [
    ' ',
    'greymark.db',
    '/var/lib/greymark.db',
    'sqlite',
    'sqlite:',
    'sqlite::memory:',
    'SQLITE:a.db',
    'mysql://localhost/x',
    'postgres://localhost',
    'postgres://localhost/',
    'postgres:greymark',
    'postgres://localhost/x?sslmode=verify_full',
    'postgres://localhost/x?sslmode=',
  ],
  DATABASE_READ_URL: [' ', 'sqlite:data/greymark.db', 'postgres://replica.example'],
  HOST: [' ', 'http://localhost', 'localhost:3000/', 'two hosts', 'a,b'],
  WORKERS: [' ', '0', '65', '-1', '1.5', '02', 'all', 'AUTO', 'auto '],
  PORT: [' ', '65536', '-1', '+80', '80.0', '8e1', '0x50', '80 ', 'http', '٨٠', 'NaN'],
  PUBLIC_URL: NO_WEB_ADDRESSES,
  LIVE_URL: NO_WEB_ADDRESSES,
  TRUST_PROXY: [
    ' ',
    ',',
    '10.0.0.1,',
    '10.0.0.1 10.0.0.2',
    'nginx',
    'true',
    '*',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/9',
    '10.0.0.0/255.0.0.0',
    '::1/129',
    '10.0.0.1:80',
  ],
  DOWNLOADS_DIR: [' ', '\t'],
  DOWNLOADS_AT_ONCE: [' ', '10001', '-1', '1.5', 'some'],
  REQUESTS_PER_MINUTE: [' ', '1000000001', '-1', '1.5', '1e3', 'many', 'Infinity'],
  EVENT_CONNECTIONS: [' ', '100001', '-1', '2.5', 'all'],
  COLLECT: [' ', 'ON', 'true', '1', 'yes'],
  SOURCES: [' ', ',', 'exchanges,,ipowatch', 'exchanges,'],
  SOURCE_FILES: [' ', ',', 'a.json,'],
  CONTACT: [' ', 'the operator', 'betreiber@ipo.exämple'],
  AGENT: [' ', 'maked', 'Mozilla', '/', 'Acme/1.0 ', ' Acme/1.0', 'Äcme/1.0', 'Acme/1.0\nHost: x'],
  ALERTS: [' ', '\t'],
  ALERTS_PUBLIC: [
    ' ',
    't.me/example',
    '@example',
    '//t.me/example',
    '/alerts',
    'http://t.me/example',
    'tg://resolve?domain=example',
    'mailto:ops@ipo.example',
    'javascript:alert(1)',
    'https:',
    'https://',
    'https:t.me/example',
    'https:/t.me/example',
    'https:///t.me/example',
    'https:\\\\t.me\\example',
    'https://t.me/an example',
    ' https://t.me/example',
    'https://t.me/example\n',
    'https://t.me/a,https://t.me/b',
    'https://t.me/a https://t.me/b',
    'https://t.me:99999/example',
    'https://ops@ipo.example/',
    'https://ops:secret@ipo.example/',
    'https://:secret@ipo.example/',
    'https://@ipo.example/',
  ],
  UPSTREAM_BASE: [' ', 'mirror', '127.0.0.1:9700', 'ftp://mirror'],
  RAW_ANSWERS_DAYS: [' ', '36501', '-1', '0.5', '90d'],
  METRICS: [
    ' ',
    'on',
    '9464',
    ':9464',
    '127.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:65536',
    'http://127.0.0.1:9464',
  ],
  DRAIN_SECONDS: [' ', '6', '-1', '1.5', '2s'],
  LOG_LEVEL: [' ', 'INFO', 'loud', 'info ', '30'],
}

const texts = <T>(table: { [K in SettingName]: readonly T[] }): [SettingName, T][] =>
  NAMES.flatMap((name) => table[name].map((entry): [SettingName, T] => [name, entry]))

describe('accepted', () => {
  test.each(
    texts<readonly [string, Config[SettingName]]>(ACCEPTED).map(
      ([name, [text, value]]) => [name, text, value] as const,
    ),
  )('%s=%s', (name, text, value) => {
    // The only setting that is refused with the default of another.
    const primary = name === 'DATABASE_READ_URL' && {
      DATABASE_URL: 'postgres://greymark@db.example/greymark',
    }
    expect(loadConfig({ ...primary, [name]: text })[name]).toEqual(value)
  })
})

describe('refused', () => {
  test.each(texts(REFUSED))('%s=%s', (name, text) => {
    expect(String(faultOf({ [name]: text }))).toMatch(new RegExp(`^BadSettings: bad settings:\n {2}${name} `))
  })
})

test('a SQLite address with slashes gets a hint about the path, not about passwords', () => {
  const fault = String(faultOf({ DATABASE_URL: 'sqlite:///srv/greymark.db' }))
  expect(fault).toContain('write the path right after sqlite: without //, as in sqlite:/var/lib/')
  expect(fault).not.toContain('%40')
})

test.each(['0.0.0.0/0', '::/0', ...ACCEPTED.TRUST_PROXY.map(([text]) => text)])(
  'TRUST_PROXY=%s is either refused by name, or the server starts with it',
  (text) => {
    const fault = faultOf({ TRUST_PROXY: text })
    if (fault !== undefined) return
    expect(() => Fastify({ trustProxy: [...loadConfig({ TRUST_PROXY: text }).TRUST_PROXY] })).not.toThrow()
  },
)

function faultOf(env: Record<string, string>): unknown {
  try {
    loadConfig(env)
    return undefined
  } catch (error) {
    return error
  }
}

test.each([
  ['', false],
  ['https://ipo.example', false],
  ['ops', false],
  ['ops@ipo.example', true],
])('AGENT=plain with CONTACT=%s, which says who sends the requests: %s', (CONTACT, isPossible) => {
  const load = () => loadConfig({ AGENT: 'plain', CONTACT })
  if (isPossible) expect(load().AGENT).toBe('plain')
  else expect(load).toThrow('AGENT=plain says who sends the requests only in the header From: set CONTACT')
})
