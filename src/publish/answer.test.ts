import { syncBuiltinESMExports } from 'node:module'
import zlib, { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Answer, type AnswerDraft } from './answer.ts'
import type { Encoding } from './encoding.ts'

const draft = (body: string, more: Partial<AnswerDraft> = {}): AnswerDraft => ({
  body,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  modifiedAt: Date.parse('2026-01-14T12:00:00.999Z'),
  changesAt: null,
  maxAgeSeconds: 60,
  ...more,
})

describe('the ETag', () => {
  const answer = new Answer(draft('{"gmp":45}'))

  test('is strong and quoted', () => {
    expect(answer.etag('identity')).toMatch(/^"[\w-]{22}"$/)
  })

  test('names the encoding, so that no two representations share one', () => {
    const plain = answer.etag('identity').slice(0, -1)
    expect(answer.etag('gzip')).toBe(`${plain}-gzip"`)
    expect(answer.etag('br')).toBe(`${plain}-br"`)
  })

  test('is the same for the same body, whatever its other properties are', () => {
    const other = draft('{"gmp":45}', { headers: { Link: '</next>' }, modifiedAt: 0, maxAgeSeconds: 3600 })
    expect(new Answer(other).etag('br')).toBe(answer.etag('br'))
  })

  test('differs for another body', () => {
    expect(new Answer(draft('{"gmp":46}')).etag('br')).not.toBe(answer.etag('br'))
  })

  test('is the same in every process at any time', () => {
    expect(answer.etag('identity')).toBe('"KDPkaH96Z58G01z9YGPLl1"')
  })
})

describe('the bytes', () => {
  test('are those of the body in UTF-8', async () => {
    const bytes = await new Answer(draft('₹45')).bytes('identity')
    expect(bytes).toEqual(Buffer.from([0xe2, 0x82, 0xb9, 0x34, 0x35]))
  })

  test('are compressed once, however often they are requested', async () => {
    const answer = new Answer(draft('{"gmp":45}'))
    const [first, second] = await Promise.all([answer.bytes('gzip'), answer.bytes('gzip')])
    expect(second).toBe(first)
    expect(await answer.bytes('gzip')).toBe(first)
    expect(gunzipSync(first).toString()).toBe('{"gmp":45}')
  })
})

test('bytes that could not be computed are computed again when they are requested next', async () => {
  const { gzip } = zlib
  onTestFinished(() => {
    zlib.gzip = gzip
    syncBuiltinESMExports()
  })
  const failing = (_body: unknown, done: (error: Error) => void) => done(new Error('out of memory'))
  zlib.gzip = failing as typeof gzip
  syncBuiltinESMExports()
  const answer = new Answer(draft('{"gmp":45}'))
  await expect(answer.bytes('gzip')).rejects.toThrow('out of memory')
  zlib.gzip = gzip
  syncBuiltinESMExports()
  expect(gunzipSync(await answer.bytes('gzip')).toString()).toBe('{"gmp":45}')
})

describe('the encoding', () => {
  test('of text is the one that the client prefers', () => {
    expect(new Answer(draft('{}')).encodingFor('gzip, br')).toBe('br')
  })

  test('of bytes, such as an image, is none: they are compressed already', async () => {
    const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
    const answer = new Answer(draft('', { body: bytes }))
    expect(answer.encodingFor('gzip, br')).toBe('identity')
    expect(await answer.bytes('identity')).toEqual(Buffer.from(bytes))
  })
})

describe('an answer from another thread', () => {
  const received = async (made: Answer, encodings: readonly Encoding[]) =>
    new Answer(structuredClone(await made.encodedIn(encodings)))
  const BODY = '{"gmp":45}'.repeat(100)

  test('has each encoding in memory of its own, which can be handed over', async () => {
    const made = new Answer(draft(BODY))
    const { encoded } = await made.encodedIn(['gzip', 'identity'])
    expect(encoded.map(([encoding]) => encoding)).toEqual(['gzip', 'identity'])
    for (const [, { buffer, length }] of encoded) expect(buffer.byteLength).toBe(length)
    structuredClone(encoded, { transfer: encoded.map(([, { buffer }]) => buffer) })
    expect(await made.bytes('identity')).toEqual(Buffer.from(BODY))
  })

  test('comes with its plain body if nothing else was requested', async () => {
    const { encoded } = await new Answer(draft(BODY)).encodedIn([])
    expect(encoded).toEqual([['identity', new Uint8Array(Buffer.from(BODY))]])
  })

  test.each<[Encoding, Encoding]>([
    ['br', 'identity'],
    ['br', 'gzip'],
    ['gzip', 'identity'],
    ['gzip', 'br'],
    ['identity', 'br'],
  ])('that came with %s is sent with %s as the thread that made it would', async (sent, requested) => {
    const made = new Answer(draft(BODY))
    const answer = await received(made, [sent])
    expect(await answer.bytes(requested)).toEqual(await made.bytes(requested))
    expect(answer.etag(requested)).toBe(made.etag(requested))
    expect(answer.size).toBe(made.size)
  })
})
