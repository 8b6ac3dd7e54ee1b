import { describe, expect, test } from 'vitest'
import { SECRETS } from '../../../../test/support/receivers/start-receiver.ts'
import { httpScene, lines, MESSAGE, openForTest, unaborted } from '../channel.test-message.ts'

describe('ntfy', () => {
  test('gets title, text, the first link and an id with which a repeat replaces the message', async () => {
    const { receiver, sent } = await httpScene('ntfy')
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
    const { sent } = await httpScene('ntfy')
    const { message, title } = await sent({ ...MESSAGE, title: '₹'.repeat(500), text: lines(800, line) })
    expect(Buffer.byteLength(message)).toBeGreaterThan(3300)
    expect(message.endsWith(`${line}\n…`)).toBe(true)
    expect(title).toBe(`${'₹'.repeat(82)}…`)
  })

  test('needs no token for a public topic', async () => {
    const { receiver, settings } = await httpScene('ntfy')
    if (settings.type !== 'ntfy') throw new Error('no ntfy')
    const channel = openForTest({ type: 'ntfy', server: settings.server, topic: settings.topic })
    expect(await channel.deliver(MESSAGE, unaborted())).toMatchObject({ reason: 'HTTP 403: forbidden' })
    expect(receiver.requests[0]?.headers.authorization).toBeUndefined()
  })

  test.each([
    ['https://ipo.example/ipos/a', 'https://ipo.example/ipos/a'],
    ['http://ipo.example/ipos/a', undefined],
    [null, undefined],
  ])('of a message with the link %s opens %s', async (firstLink, click) => {
    const { sent } = await httpScene('ntfy')
    expect((await sent({ ...MESSAGE, firstLink })).click).toBe(click)
  })
})
