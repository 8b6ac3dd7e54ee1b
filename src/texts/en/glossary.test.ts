import { expect, test } from 'vitest'
import { en } from '../en.ts'
import { isTermId } from './glossary.ts'

const entries = en.glossary.termGroups.flatMap(([, words]) => Object.entries(words))

test('every word has an id of its own', () => {
  expect(new Set(entries.map(([id]) => id)).size).toBe(entries.length)
  for (const [id, word] of entries) {
    expect(id).toMatch(/^[a-z][a-z-]*$/)
    expect(isTermId(id) && en.glossary.term(id)).toBe(word)
  }
  expect(isTermId('toString')).toBe(false)
})

test.each(entries.map(([, { word, means }]) => [word, means]))('%s has one sentence', (_word, means) => {
  expect(means).toMatch(/^[^a-z].*[^.]\.$/)
  expect(means).not.toMatch(/[.?!] \S/)
  expect(means.length).toBeLessThan(170)
})
