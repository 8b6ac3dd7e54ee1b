import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { lexer, type Token, type Tokens, walkTokens } from 'marked'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MESSAGE, openForTest, unaborted } from '../src/alerts/channels/channel.test-message.ts'
import { EXAMPLE_VARIABLES, verdictOn } from '../src/alerts/rules/rules-file.test-example.ts'
import { invariant } from '../src/invariant.ts'
import { CATEGORIES } from '../src/market/facts/fact.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const docs = readFileSync(`${ROOT}docs/alerts.md`, 'utf8')
const schema = JSON.parse(readFileSync(`${ROOT}docs/alerts.schema.json`, 'utf8'))
const isOfSchema = new Ajv({ strictTypes: false, strictRequired: true }).compile(schema)

/** The blocks of code in this language, each with the heading above it. */
function blocksOf(language: string): { heading: string; text: string }[] {
  const blocks: { heading: string; text: string }[] = []
  let heading = ''
  walkTokens(lexer(docs), (token: Token) => {
    if (token.type === 'heading') heading = (token as Tokens.Heading).text
    if (token.type === 'code' && token.lang === language) blocks.push({ heading, text: token.text })
  })
  return blocks
}
const files = blocksOf('json')

/** The names in the first cells of the table below a heading. */
function namesBelow(heading: string): string[] {
  const [section = ''] = (docs.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')
  const cells = section
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []))
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name))
}

const [, trigger] = schema.properties.rules.items.properties.on.anyOf

describe('docs/alerts.md', () => {
  test('has the file of the first five minutes and eleven recipes', () => {
    expect(files.map(({ heading }) => heading.replace(/\..*/, ''))).toEqual([
      'From nothing to a Telegram message in five minutes',
      ...Array.from({ length: 11 }, (_, i) => String(i + 1)),
    ])
  })

  test.each(files.map(({ heading, text }) => [heading, text]))(
    'has a file without problems: %s',
    (_heading, text) => {
      const { rules, problems, warnings } = verdictOn(text)
      expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
      expect(rules).not.toBeNull()
      isOfSchema(JSON.parse(text))
      expect(isOfSchema.errors).toBeNull()
    },
  )

  test('explains every trigger, condition, kind of channel and category, and no other', () => {
    const { where } = schema.properties.rules.items.properties
    const [channel] = Object.values<{ anyOf: { properties: { type: { const: string } } }[] }>(
      schema.properties.channels.patternProperties,
    )
    expect(namesBelow('Triggers')).toEqual(Object.keys(trigger.properties))
    expect(namesBelow('Conditions')).toEqual(Object.keys(where.properties))
    expect(namesBelow('Channels').sort()).toEqual(
      channel?.anyOf.map(({ properties }) => properties.type.const).sort(),
    )
    const { category } = trigger.properties.subscription.properties
    expect(category.examples).toEqual(expect.arrayContaining([...CATEGORIES]))
    for (const name of category.examples) expect(docs).toContain(`\`${name}\``)
  })

  test('has a receiver of webhooks that accepts what is signed with its secret, and nothing else', async () => {
    const [code, ...more] = blocksOf('js')
    expect(more).toEqual([])
    const port = await startReceiver(invariant(code, 'the receiver').text)
    const deliver = (secret: string) =>
      openForTest({ type: 'webhook', url: `http://127.0.0.1:${port}/`, secret }).deliver(MESSAGE, unaborted())
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    expect(await deliver(EXAMPLE_VARIABLES.HOOK_SECRET)).toMatchObject({ isDelivered: true })
    expect(await deliver(other)).toMatchObject({ isDelivered: false })
  })
})

/** Runs the receiver on a free port. */
async function startReceiver(code: string): Promise<string> {
  const onFreePort = code.replace(
    ".listen(8080, '127.0.0.1')",
    ".listen(0, '127.0.0.1', function () { console.log(this.address().port) })",
  )
  expect(onFreePort).not.toBe(code)
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', onFreePort], {
    cwd: ROOT,
    env: { HOOK_SECRET: EXAMPLE_VARIABLES.HOOK_SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    receiver.kill()
  })
  for await (const line of createInterface(receiver.stdout)) return line
  throw new Error('the receiver ended before it listened')
}

describe('the shipped schema', () => {
  test.each<[string, object]>([
    ['an unknown key', { chanels: {} }],
    ['a secret in the file', { channels: { a: { type: 'slack', url: 'https://hooks.slack.example/x' } } }],
    ['a rule without channels', { channels: {}, rules: [{ name: 'a', on: 'opens' }] }],
    ['an unknown trigger', { channels: {}, rules: [{ name: 'a', on: 'opened', channels: ['a'] }] }],
    ['two triggers', { channels: {}, rules: [{ name: 'a', on: { new: {}, listed: {} }, channels: ['a'] }] }],
    [
      'two levels',
      { channels: {}, rules: [{ name: 'a', on: { gmp: { percent: 1, rupees: 1 } }, channels: ['a'] }] },
    ],
    ['a bad time', { channels: {}, digest: { at: '8:00', channels: ['a'] } }],
  ])('refuses %s, as the program does', (_name, file) => {
    expect(isOfSchema(file)).toBe(false)
    expect(verdictOn(JSON.stringify(file)).rules).toBeNull()
  })
})
