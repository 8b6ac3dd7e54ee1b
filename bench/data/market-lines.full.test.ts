import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readFactsFile } from '../../src/sources/facts-file/read-file.ts'
import { marketDays } from './market-lines.ts'

const SIZE = { ipos: 7, gmp: 100, deals: 300 }
const linesOf = (seed: number) => [...marketDays(SIZE, seed)].flat()

const lines = linesOf(1)
const facts = lines.map((line): { fact: string; recordedAt: string; slug?: string } => JSON.parse(line))

test('a seed always gives the same market, and another seed another one', () => {
  expect(linesOf(1)).toEqual(lines)
  expect(linesOf(2)).not.toEqual(lines)
})

test.each([
  ['gmp', SIZE.gmp],
  ['deal', SIZE.deals],
])('there are as many facts of kind %s as requested', (kind, count) => {
  expect(facts.filter(({ fact }) => fact === kind)).toHaveLength(count)
})

test('there are as many IPOs as requested', () => {
  expect(new Set(facts.flatMap(({ slug }) => slug ?? []))).toHaveLength(SIZE.ipos)
})

test('the lines are in order of recording', () => {
  const moments = facts.map(({ recordedAt }) => recordedAt)
  expect(moments).toEqual(moments.toSorted())
})

test('an import refuses none of them', async () => {
  const input = Readable.from([Buffer.from(`${lines.join('\n')}\n`)])
  let read = 0
  for await (const batch of readFactsFile(input, () => undefined)) {
    read += batch.length
    expect(batch.filter((one) => 'reason' in one)).toEqual([])
  }
  expect(read).toBe(lines.length)
})
