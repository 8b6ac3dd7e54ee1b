import { describe, expect, test } from 'vitest'
import { httpScene, MESSAGE } from '../channel.test-message.ts'
import { slackText } from './slack.ts'

describe('Slack', () => {
  test('gets escaped plain text', async () => {
    const { sent } = await httpScene('slack')
    expect(await sent({ ...MESSAGE, title: 'A & B <!channel>', text: 'x > y' })).toEqual({
      text: 'A &amp; B &lt;!channel&gt;\n\nx &gt; y',
      mrkdwn: false,
      unfurl_links: false,
    })
  })

  test('gets at most 40,000 characters, none of them half escaped', async () => {
    const { sent } = await httpScene('slack')
    const { text } = await sent({ ...MESSAGE, text: '&'.repeat(30_000) })
    expect(text.length).toBeLessThanOrEqual(40_000)
    expect(text).toMatch(/&amp;…$/)
  })

  test('escapes each character once', () => {
    expect(slackText('&amp;')).toBe('&amp;amp;')
  })
})
