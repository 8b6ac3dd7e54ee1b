import { describe, expect, test } from 'vitest'
import type { HttpAnswer } from '../../../../test/support/receivers/http-receiver.ts'
import { TELEGRAM_FAULTS } from '../../../../test/support/receivers/telegram-receiver.ts'
import { httpScene, lines, MESSAGE, openForTest, unaborted } from '../channel.test-message.ts'

describe('Telegram', () => {
  test('gets plain text without link previews', async () => {
    const { sent } = await httpScene('telegram')
    expect(await sent(MESSAGE)).toEqual({
      chat_id: '-100777',
      text: `${MESSAGE.title}\n\n${MESSAGE.text}`,
      link_preview_options: { is_disabled: true },
    })
  })

  test('gets at most 4096 UTF-16 units, cut at a line', async () => {
    const { sent } = await httpScene('telegram')
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
    const { receiver, channel } = await httpScene('telegram')
    receiver.answerWith((response) => response.writeHead(status).end(body))
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ isRejected: true, reason })
  })

  test('reports an unknown token without showing it', async () => {
    const { settings } = await httpScene('telegram')
    if (settings.type !== 'telegram') throw new Error('no Telegram')
    const channel = openForTest({ ...settings, token: '1:other' })
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
    const { receiver, channel } = await httpScene('telegram')
    const body = `{"ok":false,"error_code":429,"parameters":{"retry_after":${seconds}}}`
    receiver.answerWith((response) => response.writeHead(429).end(body))
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ retryAfterMs, isRejected: false })
  })
})
