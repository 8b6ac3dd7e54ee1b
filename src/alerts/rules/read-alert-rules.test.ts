import { describe, expect, test } from 'vitest'
import {
  EXAMPLE_FILE,
  EXAMPLE_VARIABLES,
  fileWithChannel,
  fileWithRule,
  verdictOn as read,
} from './rules-file.test-example.ts'

/** Without their lines and columns, which a property of any file and a test of their own check. */
const problemsOf = (text: string) =>
  read(text).problems.map((problem) => problem.replace(/^line \d+, column \d+: /, ''))

test('a file is read with its secrets, defaults and limits', () => {
  const { rules, problems, warnings } = read(JSON.stringify(EXAMPLE_FILE))
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
  const { TELEGRAM_TOKEN, HOOK_SECRET, SMTP_PASSWORD, NTFY_TOKEN, SLACK_URL, DISCORD_URL } = EXAMPLE_VARIABLES
  const { family, program, me } = EXAMPLE_FILE.channels
  const usual = { quietHours: { from: '22:00', to: '07:00' }, maxPerDay: 20 }
  expect(Object.fromEntries(rules?.channels ?? [])).toEqual({
    family: {
      ...usual,
      settings: {
        type: 'telegram',
        token: TELEGRAM_TOKEN,
        chat: family.chat,
        server: 'https://api.telegram.org',
      },
    },
    program: {
      quietHours: null,
      maxPerDay: null,
      settings: { type: 'webhook', url: program.url, secret: HOOK_SECRET },
    },
    me: {
      ...usual,
      maxPerDay: 3,
      settings: {
        type: 'email',
        server: me.server,
        user: 'alerts',
        password: SMTP_PASSWORD,
        from: me.from,
        to: me.to,
      },
    },
    phone: {
      ...usual,
      settings: { type: 'ntfy', server: 'https://ntfy.sh', topic: 'my-ipos', token: NTFY_TOKEN },
    },
    team: { ...usual, settings: { type: 'slack', url: SLACK_URL } },
    club: {
      ...usual,
      quietHours: { from: '12:00', to: '13:00' },
      settings: { type: 'discord', url: DISCORD_URL },
    },
  })
  const [closing, ...others] = EXAMPLE_FILE.rules
  expect(rules?.rules).toEqual([
    {
      name: 'closing',
      trigger: { on: 'closes', hoursBefore: 2.5 },
      where: closing?.where,
      channels: closing?.channels,
    },
    ...others.map(({ name, on, channels }) => ({
      name,
      trigger: on === 'opens' ? { on, at: '09:00' } : { on },
      where: {},
      channels,
    })),
  ])
  expect(rules?.digest).toEqual(EXAMPLE_FILE.digest)
})

test('a file needs only channels; without limits of its own it has none', () => {
  const family = EXAMPLE_FILE.channels.family
  const { rules } = read(JSON.stringify({ channels: { family } }))
  expect(rules).toMatchObject({ rules: [], digest: null })
  expect(rules?.channels.get('family')).toMatchObject({ quietHours: null, maxPerDay: null })
})

describe('a trigger is read from', () => {
  test.each<[unknown, object]>([
    ['opens', { on: 'opens', at: '09:00' }],
    [{ opens: { at: '10:30' } }, { on: 'opens', at: '10:30' }],
    ['allotment', { on: 'allotment', at: '09:00' }],
    ['listsTomorrow', { on: 'listsTomorrow', at: '18:00' }],
    ['closes', { on: 'closes', hoursBefore: 3 }],
    ['lock-in-ends', { on: 'lock-in-ends', daysBefore: 1, at: '09:00' }],
    [{ 'lock-in-ends': { daysBefore: 0 } }, { on: 'lock-in-ends', daysBefore: 0, at: '09:00' }],
    [{ 'lock-in-ends': { at: '18:30' } }, { on: 'lock-in-ends', daysBefore: 1, at: '18:30' }],
    [{ closes: {} }, { on: 'closes', hoursBefore: 3 }],
    [{ closes: { hoursBefore: 0.25 } }, { on: 'closes', hoursBefore: 0.25 }],
    [{ closes: { hoursBefore: 0.3333333 } }, { on: 'closes', hoursBefore: 20 / 60 }],
    ['listed', { on: 'listed' }],
    ['new', { on: 'new' }],
    [{ new: {} }, { on: 'new' }],
    ['datesMoved', { on: 'datesMoved' }],
    ['withdrawn', { on: 'withdrawn' }],
    [{ gmp: { percent: 20 } }, { on: 'gmp', unit: 'percent', level: 20, direction: 'either' }],
    [{ gmp: { rupees: 0, direction: 'down' } }, { on: 'gmp', unit: 'rupees', level: 0, direction: 'down' }],
    ['dispute', { on: 'dispute', direction: 'either' }],
    [{ dispute: { direction: 'begins' } }, { on: 'dispute', direction: 'begins' }],
    [{ subscription: { times: 1 } }, { on: 'subscription', category: 'TOTAL', times: 1 }],
    [
      { subscription: { category: 'retail', times: 2.5 } },
      { on: 'subscription', category: 'RII', times: 2.5 },
    ],
    [{ deal: { symbol: 'acme' } }, { on: 'deal', symbols: ['ACME'], client: undefined, minValue: 0 }],
    [
      { deal: { symbol: ['ACME', 'M&M'], client: 'Example Capital', value: 50000000 } },
      { on: 'deal', symbols: ['ACME', 'M&M'], client: 'EXAMPLE CAPITAL', minValue: 50000000 },
    ],
    [
      { deal: { value: 10000000 } },
      { on: 'deal', symbols: undefined, client: undefined, minValue: 10000000 },
    ],
  ])('%j', (on, trigger) => {
    const { rules, problems } = read(fileWithRule({ on }))
    expect(problems).toEqual([])
    expect(rules?.rules).toMatchObject([{ trigger }])
  })
})

test.each([
  ['sHNI', 'SNII'],
  [' bhni ', 'BNII'],
  ['HNI', 'NII'],
  ['qib', 'QIB'],
  ['Shareholders', 'SHA'],
  ['Total', 'TOTAL'],
])('the category %s is %s', (category, code) => {
  const { rules } = read(fileWithRule({ on: { subscription: { category, times: 1 } } }))
  expect(rules?.rules).toMatchObject([{ trigger: { category: code } }])
})

describe('a rule is refused', () => {
  test.each<[object, string]>([
    [
      { where: { gmpPercent: { min: 'ten' } } },
      'rules[0] "one": where.gmpPercent.min must be a number from -100 to 10000; got "ten"',
    ],
    [
      { where: { gmpPercent: { min: '10' } } },
      'rules[0] "one": where.gmpPercent.min must be a number without quotation marks; got "10"',
    ],
    [
      { where: { gmpPercent: 10 } },
      'rules[0] "one": where.gmpPercent must be a range such as {"min": 10}; got 10',
    ],
    [
      { on: ['opens', 'closes'] },
      'rules[0] "one": on must be one trigger, not a list; write one rule for each',
    ],
    [
      { channels: undefined, chanels: ['me'] },
      'rules[0] "one" has the unknown key "chanels"; did you mean "channels"?',
    ],
    [{ where: { gmp: {} } }, 'rules[0] "one": where.gmp needs "min", "max" or both'],
    [
      { where: { gmp: { min: 3, max: 2 } } },
      'rules[0] "one": where.gmp must have a min up to its max; got 3 and 2',
    ],
    [
      { where: { sources: { min: 1.5 } } },
      'rules[0] "one": where.sources.min must be a whole number from 0 to 1000; got 1.5',
    ],
    [{ where: { disputed: 'no' } }, 'rules[0] "one": where.disputed must be true or false; got "no"'],
    [
      { where: { board: 'Mainboard' } },
      'rules[0] "one": where.board must be one of MAINBOARD, SME; got "Mainboard"; did you mean "MAINBOARD"?',
    ],
    [
      { where: { ipos: 'Acme Foods' } },
      'rules[0] "one": where.ipos must be the slug of an IPO, as in the address of its page, such as acme-foods; got "Acme Foods"',
    ],
    [
      { where: { disputd: true } },
      'rules[0] "one": where has the unknown key "disputd"; did you mean "disputed"?',
    ],
    [{ were: {} }, 'rules[0] "one" has the unknown key "were"; did you mean "where"?'],
    [
      { on: 'opnes' },
      'rules[0] "one": on must be one of opens, closes, allotment, listsTomorrow, listed, lock-in-ends, new, datesMoved, withdrawn, gmp, dispute, subscription, deal; got "opnes"; did you mean "opens"?',
    ],
    [
      { on: { opens: {}, closes: {} } },
      'rules[0] "one": on must have exactly one key, the name of the trigger; write one rule for each',
    ],
    [
      { on: { opens: { at: '9:00' } } },
      'rules[0] "one": on.opens.at must be a time of day in India such as "09:00", with two digits for the hour; got "9:00"',
    ],
    [
      { on: { 'lock-in-ends': { daysBefore: 31 } } },
      'rules[0] "one": on.lock-in-ends.daysBefore must be a whole number from 0 to 30; got 31',
    ],
    [
      { on: { closes: { hoursBefore: 0 } } },
      'rules[0] "one": on.closes.hoursBefore must be a number from 0.25 to 72; got 0',
    ],
    [{ on: { listed: null } }, 'rules[0] "one": on.listed must be an object; got null'],
    [{ on: 'gmp' }, 'rules[0] "one": on needs the parameters of "gmp", such as {"gmp":{"percent":20}}'],
    [
      { on: { gmp: { percent: 1, rupees: 1 } } },
      'rules[0] "one": on.gmp needs either "percent" or "rupees", such as {"gmp": {"percent": 20}}',
    ],
    [
      { on: { gmp: { percent: 1, direction: 'rises' } } },
      'rules[0] "one": on.gmp.direction must be one of up, down, either; got "rises"',
    ],
    [
      { on: { deal: { value: 9999999 } } },
      'rules[0] "one": on.deal needs "symbol", "client" or a "value" of at least 10000000 (1 crore rupees), so that not every deal is sent',
    ],
    [
      { on: { deal: { symbol: 'ACME' } }, where: { board: 'SME' } },
      'rules[0] "one": where does not apply to deals: their conditions stand in "on"',
    ],
    [
      { channels: ['family', 'famly', 'program', 'me', 'phone', 'team', 'club'] },
      'rules[0] "one": channels[1] names "famly", which is not among the channels; did you mean "family"?',
    ],
    [{ channels: [] }, 'rules[0] "one": channels must not be empty'],
    [{ channels: ['me', 'me'] }, 'rules[0] "one": channels has "me" twice'],
    [{ channels: 'me' }, 'rules[0] "one": channels must be a list such as ["me"]; got "me"'],
    [
      { name: 'digest' },
      'rules[0] "digest": name must be a name of 1 to 60 characters without spaces around it, and not "digest" or "correction"; got "digest"',
    ],
    [
      { name: undefined },
      'rules[0] needs "name": A name of your choice, for the log and for "greymark alerts test".',
    ],
  ])('%j', (rule, problem) => {
    expect(problemsOf(fileWithRule(rule))).toEqual([problem])
  })
})

describe('a channel is accepted', () => {
  test.each<[object, object]>([
    [
      { type: 'telegram', token: { env: 'TELEGRAM_TOKEN' }, chat: -42, server: 'http://127.0.0.1:8081/' },
      { chat: '-42', server: 'http://127.0.0.1:8081' },
    ],
    [{ type: 'telegram', token: { env: 'TELEGRAM_TOKEN' }, chat: '@my_channel' }, { chat: '@my_channel' }],
    [
      { type: 'webhook', url: 'http://[::1]:8080/hook?a=1', secret: { env: 'HOOK_SECRET' } },
      { url: 'http://[::1]:8080/hook?a=1' },
    ],
    [{ type: 'webhook', url: { env: 'SLACK_URL' }, secret: { env: 'HOOK_SECRET' } }, { type: 'webhook' }],
    [
      { type: 'ntfy', topic: 'ipos' },
      { server: 'https://ntfy.sh', topic: 'ipos' },
    ],
    [
      { type: 'email', server: 'smtp://localhost:2525/', from: 'a@b.example', to: 'c@d.example' },
      { server: 'smtp://localhost:2525', to: ['c@d.example'] },
    ],
  ])('%j', (channel, settings) => {
    const { rules, problems } = read(fileWithChannel(channel))
    expect(problems).toEqual([])
    expect(rules?.channels.get('one')?.settings).toMatchObject(settings)
  })
})

const ADDRESS =
  'must be an address that begins with https:// (http:// only for 127.0.0.1, localhost and [::1]), without user name and password'
const SECRET_FORM =
  'must be whsec_ followed by 24 to 64 random bytes as base64; make one with: echo "whsec_$(openssl rand -base64 32)"'
const telegram = { type: 'telegram', token: { env: 'TELEGRAM_TOKEN' }, chat: '1' }
const webhook = { type: 'webhook', url: 'https://example.org/', secret: { env: 'HOOK_SECRET' } }
const email = { type: 'email', server: 'smtps://mail.example', from: 'a@b.example', to: 'c@d.example' }
const SMTP =
  'server must be smtps://HOST:465 or smtp://HOST:587, without user name and password, which have keys of their own'

describe('a channel is refused', () => {
  test.each<[unknown, string]>([
    [7, 'channels "one" must be an object with "type"; got 7'],
    [
      { type: 'telegramm' },
      'channels "one": type must be one of webhook, telegram, email, ntfy, slack, discord; got "telegramm"; did you mean "telegram"?',
    ],
    [
      { ...telegram, token: '123456:secret' },
      'channels "one": token is secret and must not be written in this file: put it in an environment variable, and write {"env": "TELEGRAM_TOKEN"}',
    ],
    [
      { type: 'slack', url: 'https://hooks.slack.example/secret' },
      'channels "one": url is secret and must not be written in this file: put it in an environment variable, and write {"env": "SLACK_URL"}',
    ],
    [
      { ...telegram, token: { env: 'tk_secret' } },
      'channels "one": token.env must be the name of an environment variable in capital letters, digits and _',
    ],
    [
      { ...telegram, token: { env: 'NTFY_TOKEN', or: 'B' } },
      'channels "one": token has the unknown key "or"; known: env',
    ],
    [
      { ...telegram, token: { env: 'ABSENT' } },
      'channels "one": token needs the environment variable ABSENT, which is not set or empty',
    ],
    [
      { ...telegram, chat: { env: 'EMPTY' } },
      'channels "one": chat needs the environment variable EMPTY, which is not set or empty',
    ],
    [
      { ...telegram, token: { env: 'NTFY_TOKEN' } },
      'channels "one": token must be the token of a bot as BotFather prints it, such as 123456:ABC-def; the environment variable NTFY_TOKEN holds something else',
    ],
    [
      { ...telegram, chat: 'family' },
      'channels "one": chat must be the number of a chat such as "-1001234567890", or the @name of a public channel',
    ],
    [{ ...webhook, url: 'http://example.org/hook' }, `channels "one": url ${ADDRESS}`],
    [{ ...webhook, url: 'https://me:secret@example.org/' }, `channels "one": url ${ADDRESS}`],
    [{ ...webhook, url: 'https://example.org/\nX: y' }, `channels "one": url ${ADDRESS}`],
    [
      { ...webhook, secret: { env: 'SMTP_PASSWORD' } },
      `channels "one": secret ${SECRET_FORM}; the environment variable SMTP_PASSWORD holds something else`,
    ],
    [{ ...email, server: 'mail.example' }, `channels "one": ${SMTP}`],
    [{ ...email, server: 'smtp://me:secret@mail.example' }, `channels "one": ${SMTP}`],
    [{ ...email, user: 'me' }, 'channels "one" needs both "user" and "password", or neither'],
    [
      { ...email, to: ['a@b.example', 'a b@c.example'] },
      'channels "one": to[1] must be an e-mail address such as me@example.org',
    ],
    [
      { ...email, from: 'a@b.example\nBcc: c@d.example' },
      'channels "one": from must be an e-mail address such as me@example.org',
    ],
    [
      { type: 'ntfy', topic: 'my ipos' },
      'channels "one": topic must be a topic of 1 to 64 letters, digits, _ and -',
    ],
    [
      { ...telegram, pasword: 'secret' },
      'channels "one" has the unknown key "pasword"; known: type, token, chat, server, quietHours, maxPerDay',
    ],
    [
      { ...telegram, quietHours: { from: '22:00', to: '22:00' } },
      'channels "one": quietHours must begin and end at different times',
    ],
  ])('%j', (channel, problem) => {
    const problems = problemsOf(fileWithChannel(channel))
    expect(problems).toEqual([problem])
    expect(problems.join()).not.toContain('secret@')
  })

  test('for a secret in place of a key, which is not shown', () => {
    const token = { '123456:secret': 'env' }
    expect(problemsOf(fileWithChannel({ ...telegram, token }))).toEqual([
      expect.stringMatching(/^channels "one": token needs "env"/),
      'channels "one": token has an unknown key; known: env',
    ])
  })

  test('for its name', () => {
    expect(problemsOf(fileWithChannel(telegram, 'correction'))).toContainEqual(
      'channels "correction" must be a name of 1 to 60 characters without spaces around it, and not "digest" or "correction"; got "correction"',
    )
  })
})

describe('a digest', () => {
  const withDigest = (at: string, quietHours: object | null | undefined) =>
    JSON.stringify({
      ...EXAMPLE_FILE,
      channels: { ...EXAMPLE_FILE.channels, late: { ...telegram, quietHours } },
      digest: { at, channels: ['late'] },
    })

  test.each<[string, object | null | undefined]>([
    ['07:00', undefined],
    ['21:59', undefined],
    ['23:00', null],
    ['11:59', { from: '12:00', to: '13:00' }],
    ['13:00', { from: '12:00', to: '13:00' }],
  ])('may be sent at %s beside the quiet hours %j', (at, quietHours) => {
    expect(problemsOf(withDigest(at, quietHours))).toEqual([])
  })

  test.each<[string, object | undefined, string]>([
    ['22:00', undefined, '22:00 to 07:00'],
    ['00:00', undefined, '22:00 to 07:00'],
    ['06:59', undefined, '22:00 to 07:00'],
    ['12:30', { from: '12:00', to: '13:00' }, '12:00 to 13:00'],
  ])('may not be sent at %s within the quiet hours %j', (at, quietHours, hours) => {
    expect(problemsOf(withDigest(at, quietHours))).toEqual([
      `digest.at is ${at}, within the quiet hours of "late" (${hours}); choose another time`,
    ])
  })
})

test('all problems of the structure are reported at once, in the order of the file', () => {
  const text = `{
  "chanels": {},
  "channels": {
    "family": { "type": "telegram", "token": "secret", "chat": "x" }
  },
  "rules": [
    { "name": "a", "on": "opens", "where": { "board": "X" }, "channels": ["nobody"] },
    7,
    { "name": "a", "name": "b", "on": "listed", "channels": ["family"] }
  ],
  "digest": { "at": "8", "channels": ["Family"] }
}`
  expect(read(text).problems).toEqual([
    'line 2, column 3: the file has the unknown key "chanels"; did you mean "channels"?',
    expect.stringMatching(/^line 4, column 46: channels "family": token is secret/),
    expect.stringMatching(/^line 4, column 64: channels "family": chat must be/),
    'line 7, column 55: rules[0] "a": where.board must be one of MAINBOARD, SME; got "X"',
    'line 8, column 5: rules[1] must be an object; got 7',
    'line 9, column 20: rules[2] "a" has the key "name" twice',
    'line 11, column 21: digest.at must be a time of day in India such as "09:00", with two digits for the hour; got "8"',
  ])
})

test('names that refer to nothing are reported with the variables that are missing', () => {
  const text = `{
  "channels": {
    "family": { "type": "telegram", "token": { "env": "ABSENT" }, "chat": 1 }
  },
  "rules": [
    { "name": "a", "on": "opens", "channels": ["nobody"] },
    { "name": "a", "on": "listed", "channels": ["family"] }
  ],
  "digest": { "channels": ["Family"] }
}`
  expect(read(text).problems).toEqual([
    'line 3, column 46: channels "family": token needs the environment variable ABSENT, which is not set or empty',
    'line 6, column 48: rules[0] "a": channels[0] names "nobody", which is not among the channels',
    'line 7, column 5: rules[1] "a" has the same name as rules[0]; each needs its own',
    'line 9, column 28: digest.channels[0] names "Family", which is not among the channels; did you mean "family"?',
  ])
})

test('a channel that nobody uses, and a file that sends nothing, are warnings', () => {
  const { rules, warnings } = read(JSON.stringify({ channels: { family: telegram } }))
  expect(rules).not.toBeNull()
  expect(warnings).toEqual([
    'channels "family" is not used by any rule, nor by the digest',
    'the file has neither rules nor a digest, so that nothing is ever sent',
  ])
})

describe('a file is refused', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => i)

  test.each([
    ['with too many channels', { channels: Object.fromEntries(many(101).map((i) => [`c${i}`, telegram])) }],
    ['with too many rules', { channels: { a: telegram }, rules: many(5001) }],
  ])('%s, with one problem for all', (_name, file) => {
    expect(problemsOf(JSON.stringify(file))).toEqual([expect.stringMatching(/must be at most \d+; got \d+$/)])
  })

  test.each(['[]', '1', '"text"', 'null'])('that is %s', (text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^the file must be an object; got /)])
  })
})

test('a byte order mark is ignored', () => {
  expect(problemsOf(`\uFEFF${JSON.stringify(EXAMPLE_FILE)}`)).toEqual([])
})
