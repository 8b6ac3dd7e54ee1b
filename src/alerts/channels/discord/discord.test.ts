import { describe, expect, test } from 'vitest'
import { SECRETS } from '../../../../test/support/receivers/start-receiver.ts'
import { httpScene, lines, MESSAGE, openForTest, unaborted } from '../channel.test-message.ts'
import { discordText } from './discord.ts'

describe('Discord', () => {
  test('gets text that mentions nobody, and confirms only what it stored', async () => {
    const { receiver, sent } = await httpScene('discord')
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
    const { sent } = await httpScene('discord')
    const { content } = await sent({ ...MESSAGE, text: lines(300, 'a*b_c 😀') })
    expect(content.length).toBeLessThanOrEqual(2000)
    expect(content.length).toBeGreaterThan(1950)
    expect(content).toMatch(/a\\\*b\\_c 😀\n…$/u)
  })

  test('rejects an unknown webhook', async () => {
    const { settings } = await httpScene('discord')
    if (settings.type !== 'discord') throw new Error('no Discord')
    const channel = openForTest({ ...settings, url: `${settings.url}x` })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({
      reason: 'HTTP 404: Unknown Webhook',
      isRejected: true,
    })
  })
})
