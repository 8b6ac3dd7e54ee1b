import { expect, test } from 'vitest'
import { BadMessage, messageFrom } from './message-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`

test.each([
  ['a message', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
  ['with a byte order mark', '\ufeff{"a":1}'],
  ['nested as deep as allowed', nested(31)],
])('%s is read', (_name, text) => {
  expect(messageFrom(bytes(text))).toEqual(JSON.parse(text.replace('\ufeff', '')))
})

test.each<[name: string, code: number, body: Uint8Array]>([
  ['nothing', -32700, bytes('')],
  ['half a message', -32700, bytes('{"a":')],
  ['invalid UTF-8', -32700, Uint8Array.of(0x7b, 0xff, 0x7d)],
  ['a batch', -32600, bytes('[{}]')],
  ['a text', -32600, bytes('"a"')],
  ['null', -32600, bytes('null')],
  ['nested one level too deep', -32600, bytes(nested(32))],
  ['a prototype deep inside', -32600, bytes('{"a":[{"__proto__":{"b":1}}]}')],
])('%s is refused', (_name, code, body) => {
  const refused = () => messageFrom(body)
  expect(refused).toThrow(BadMessage)
  expect(refused).toThrow(expect.objectContaining({ code }))
})
