import { describe, expect, onTestFinished, test } from 'vitest'
import type { HttpAnswer } from '../../../test/support/receivers/http-receiver.ts'
import {
  type HttpChannelType,
  SECRETS,
  startHttpReceiverFor,
} from '../../../test/support/receivers/start-receiver.ts'
import { TELEGRAM_FAULTS } from '../../../test/support/receivers/telegram-receiver.ts'
import type { AlertMessage } from '../alert.ts'
import { MESSAGE, openForTest, unaborted } from './channel.test-message.ts'
import { discordText } from './discord.ts'
import { slackText } from './slack.ts'

async function scene(type: HttpChannelType) {
  const { receiver, settings } = await startHttpReceiverFor(type)
  onTestFinished(() => receiver.close())
  const channel = openForTest(settings)
  /** The JSON that the receiver got. */
  const sent = async (message: AlertMessage) => {
    expect(await channel.deliver(message, unaborted())).toEqual({ isDelivered: true })
    return JSON.parse(receiver.requests.at(-1)?.body ?? '')
  }
  return { receiver, settings, channel, sent }
}

const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')

describe('Telegram', () => {
  test('gets plain text without link previews', async () => {
    const { sent } = await scene('telegram')
    expect(await sent(MESSAGE)).toEqual({
      chat_id: '-100777',
      text: `${MESSAGE.title}\n\n${MESSAGE.text}`,
      link_preview_options: { is_disabled: true },
    })
  })

  test('gets at most 4096 UTF-16 units, cut at a line', async () => {
    const { sent } = await scene('telegram')
    const { text } = await sent({ ...MESSAGE, text: lines(500, 'ten units!😀') })
    expect(text.length).toBeLessThanOrEqual(4096)
    expect(text.length).toBeGreaterThan(4000)
    expect(text).toMatch(/ten units!😀\n…$/u)
  })

  test.each<[string, HttpAnswer, string]>([
    ['an unknown chat', TELEGRAM_FAULTS.chatNotFound, 'HTTP 400: Bad Request: chat not found'],
    [
      'a group that became a supergroup',
      TELEGRAM_FAULTS.groupUpgraded,
      'HTTP 400: Bad Request: group chat was upgraded to a supergroup chat (set the chat to -1001234)',
    ],
    ['an invalid token', TELEGRAM_FAULTS.unauthorized, 'HTTP 401: Unauthorized (is the token right?)'],
    ['a bot that was blocked', TELEGRAM_FAULTS.blocked, 'HTTP 403: Forbidden: bot was blocked by the user'],
  ])('rejects %s', async (_name, { status, body = '' }, reason) => {
    const { receiver, channel } = await scene('telegram')
    receiver.answerWith((response) => response.writeHead(status).end(body))
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ isRejected: true, reason })
  })

  test('reports an unknown token without showing it', async () => {
    const { settings } = await scene('telegram')
    if (settings.type !== 'telegram') throw new Error('no Telegram')
    const channel = openForTest({ ...settings, token: '1:other/../../x', server: `${settings.server}/` })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({
      isRejected: true,
      reason: 'HTTP 404: Not Found (is the token right?)',
    })
  })

  test.each([
    ['of a day at most', '1e400', 86_400_000],
    ['of no time', '-5', 0],
    ['that is no number', '"7"', null],
  ])('asks for a pause %s', async (_name, seconds, retryAfterMs) => {
    const { receiver, channel } = await scene('telegram')
    const body = `{"ok":false,"error_code":429,"parameters":{"retry_after":${seconds}}}`
    receiver.answerWith((response) => response.writeHead(429).end(body))
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ retryAfterMs, isRejected: false })
  })
})

describe('ntfy', () => {
  test('gets title, text, the first link and an id with which a repeat replaces the message', async () => {
    const { receiver, sent } = await scene('ntfy')
    expect(await sent(MESSAGE)).toEqual({
      topic: SECRETS.ntfyTopic,
      title: MESSAGE.title,
      message: MESSAGE.text,
      click: 'https://greymark.example/ipos/vindhya-foods',
      sequence_id: MESSAGE.id,
    })
    expect(receiver.requests[0]?.headers.authorization).toBe(`Bearer ${SECRETS.ntfyToken}`)
  })

  test.each([
    ['rupees', '₹₹₹₹₹₹₹₹₹₹'],
    ['quotes', '""""""""""""'],
    ['emoji', '😀😀😀😀'],
  ])('gets at most 4096 bytes of %s in a request that it accepts', async (_name, line) => {
    const { sent } = await scene('ntfy')
    const { message, title } = await sent({ ...MESSAGE, title: '₹'.repeat(500), text: lines(800, line) })
    expect(Buffer.byteLength(message)).toBeGreaterThan(3300)
    expect(message.endsWith(`${line}\n…`)).toBe(true)
    expect(title).toBe(`${'₹'.repeat(82)}…`)
  })

  test('needs no token for a public topic', async () => {
    const { receiver, settings } = await scene('ntfy')
    if (settings.type !== 'ntfy') throw new Error('no ntfy')
    const channel = openForTest({ ...settings, token: null })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ reason: 'HTTP 403: forbidden' })
    expect(receiver.requests[0]?.headers.authorization).toBeUndefined()
  })

  test.each([
    ['https://ipo.example/ipos/a', 'https://ipo.example/ipos/a'],
    ['http://ipo.example/ipos/a', undefined],
    [null, undefined],
  ])('of a message with the link %s opens %s', async (firstLink, click) => {
    const { sent } = await scene('ntfy')
    expect((await sent({ ...MESSAGE, firstLink })).click).toBe(click)
  })
})

describe('Slack', () => {
  test('gets escaped plain text', async () => {
    const { sent } = await scene('slack')
    expect(await sent({ ...MESSAGE, title: 'A & B <!channel>', text: 'x > y' })).toEqual({
      text: 'A &amp; B &lt;!channel&gt;\n\nx &gt; y',
      mrkdwn: false,
      unfurl_links: false,
    })
  })

  test('gets at most 40,000 characters, none of them half escaped', async () => {
    const { sent } = await scene('slack')
    const { text } = await sent({ ...MESSAGE, text: '&'.repeat(30_000) })
    expect(text.length).toBeLessThanOrEqual(40_000)
    expect(text).toMatch(/&amp;…$/)
  })

  test('escapes each character once', () => {
    expect(slackText('&amp;')).toBe('&amp;amp;')
  })
})

describe('Discord', () => {
  test('gets text that mentions nobody, and confirms only what it stored', async () => {
    const { receiver, sent } = await scene('discord')
    expect(await sent({ ...MESSAGE, title: '@everyone', text: '' })).toEqual({
      content: '@everyone',
      allowed_mentions: { parse: [] },
      flags: 4,
    })
    expect(receiver.requests[0]?.path).toBe(`${SECRETS.discordPath}?wait=true`)
  })

  test.each([
    ['*bold* _x_ ~~y~~ `z` ||s||', '\\*bold\\* \\_x\\_ \\~\\~y\\~\\~ \\`z\\` \\|\\|s\\|\\|'],
    ['[text](https://a.example)', '\\[text\\](https://a.example)'],
    ['<@1> # > \\', '\\<@1\\> \\# \\> \\\\'],
    ['see\nhttps://a.example/a_b_c now', 'see\nhttps://a.example/a_b_c now'],
  ])('shows %j as it is', (text, escaped) => {
    expect(discordText(text)).toBe(escaped)
  })

  test('gets at most 2000 characters, cut at a line', async () => {
    const { sent } = await scene('discord')
    const { content } = await sent({ ...MESSAGE, text: lines(300, 'a*b_c 😀') })
    expect(content.length).toBeLessThanOrEqual(2000)
    expect(content.length).toBeGreaterThan(1950)
    expect(content).toMatch(/a\\\*b\\_c 😀\n…$/u)
  })

  test('rejects an unknown webhook', async () => {
    const { settings } = await scene('discord')
    if (settings.type !== 'discord') throw new Error('no Discord')
    const channel = openForTest({ ...settings, url: `${settings.url}x` })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({
      reason: 'HTTP 404: Unknown Webhook',
      isRejected: true,
    })
  })
})
