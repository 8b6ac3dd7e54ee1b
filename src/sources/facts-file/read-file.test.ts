import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { MAX_LINE_BYTES, readFactsFile } from './read-file.ts'

const LINE = '{"fact":"alias","slug":"acme","name":"Ä₹𝒜","source":"operator"}'

async function entriesOf(chunks: (Buffer | string)[]) {
  const entries = []
  for await (const batch of readFactsFile(Readable.from(chunks))) entries.push(...batch)
  return entries
}

test.each([1, 2, 3, 7, 64])('reads the same lines however the bytes arrive, %i at a time', async (size) => {
  const bytes = Buffer.from(`${LINE}\n${LINE}\n`)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  const entries = await entriesOf(chunks)
  expect(entries.map(({ line }) => line)).toEqual([1, 2])
  expect(entries).toEqual(
    entries.map((_, i) =>
      expect.objectContaining({ line: i + 1, fact: expect.objectContaining({ name: 'Ä₹𝒜' }) }),
    ),
  )
})

test.each([
  ['a final line without a line end', LINE, [1]],
  ['Windows line ends', `${LINE}\r\n${LINE}\r\n`, [1, 2]],
  ['a byte order mark', `\uFEFF${LINE}\n`, [1]],
  ['blank lines, which keep their numbers', `\n\n${LINE}\n \n${LINE}`, [3, 5]],
  ['nothing', '', []],
])('reads %s', async (_name, text, lines) => {
  const entries = await entriesOf([text])
  expect(entries.every((entry) => 'fact' in entry)).toBe(true)
  expect(entries.map(({ line }) => line)).toEqual(lines)
})

test('refuses a line that is not UTF-8, and continues', async () => {
  const entries = await entriesOf([Buffer.from([0xff, 0xfe, 10]), `${LINE}\n`])
  expect(entries).toEqual([
    { line: 1, reason: expect.stringContaining('UTF-8') },
    expect.objectContaining({ line: 2 }),
  ])
})

test('refuses a line that is too long although it arrives with others, and no other', async () => {
  const long = `"${'x'.repeat(MAX_LINE_BYTES)}"`
  const entries = await entriesOf([
    `${LINE}\n${LINE}\n${long}\n\n${LINE.slice(0, 9)}`,
    `${LINE.slice(9)}\n${LINE}`,
  ])
  expect(entries.map((entry) => ['reason' in entry, entry.line])).toEqual([
    [false, 1],
    [false, 2],
    [true, 3],
    [false, 5],
    [false, 6],
  ])
})

test('refuses a line that is not UTF-8 among others of its block', async () => {
  const bytes = Buffer.concat([Buffer.from(`${LINE}\n`), Buffer.from([0xc3]), Buffer.from(`\n${LINE}\n`)])
  const entries = await entriesOf([bytes])
  expect(entries.map((entry) => ['reason' in entry, entry.line])).toEqual([
    [false, 1],
    [true, 2],
    [false, 3],
  ])
})

test('refuses an endless line in bounded memory, and continues', async () => {
  const endless = Array.from({ length: 5 }, () => 'x'.repeat(MAX_LINE_BYTES))
  const entries = await entriesOf([...endless, `\n${LINE}\n`])
  expect(entries).toEqual([
    { line: 1, reason: expect.stringContaining('longer than') },
    expect.objectContaining({ line: 2 }),
  ])
})
