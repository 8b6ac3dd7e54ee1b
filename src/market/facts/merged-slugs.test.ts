import { describe, expect, test } from 'vitest'
import type { FactName, Recorded, RetractionFact, SameFact } from './fact.ts'
import { mergeCircle, slugResolver } from './merged-slugs.ts'

const moment = (hour: number) => new Date(Date.UTC(2026, 0, 12, hour)).toISOString()

/** States at an hour of the day that `slug` is the same issue as `as`. */
const same = (slug: string, as: string, hour: number, id = hour): Recorded<SameFact> => ({
  fact: 'same',
  slug,
  as,
  source: 'operator',
  recorded: moment(hour),
  id,
})

const retractionOf = (slug: string, as: string, hour: number, id = hour): Recorded<RetractionFact> => ({
  fact: 'retraction',
  of: { fact: 'same', slug, as, source: 'operator' } satisfies FactName,
  reason: 'two companies after all',
  source: 'operator',
  recorded: moment(hour),
  id,
})

describe('a slug resolves', () => {
  test.each<[string, Recorded<SameFact>[], string, string]>([
    ['to itself without facts', [], 'lotus', 'lotus'],
    ['to itself when others are joined', [same('reed', 'reed-lamps', 1)], 'lotus', 'lotus'],
    ['to the issue that it was found to be', [same('lotus-2026', 'lotus', 1)], 'lotus-2026', 'lotus'],
    ['to itself when another one leads to it', [same('lotus-2026', 'lotus', 1)], 'lotus', 'lotus'],
    ['along a chain to its end', [same('a', 'b', 1), same('b', 'c', 2)], 'a', 'c'],
    ['along a chain that was stated backwards', [same('b', 'c', 1), same('a', 'b', 2)], 'a', 'c'],
    ['to the target of the newest fact', [same('a', 'b', 1), same('a', 'c', 2)], 'a', 'c'],
    [
      'to the target of the newest fact, in whatever order the facts are read',
      [same('a', 'c', 2), same('a', 'b', 1)],
      'a',
      'c',
    ],
    [
      'to the target of the later line of one instant',
      [same('a', 'c', 1, 2), same('a', 'b', 1, 1)],
      'a',
      'c',
    ],
    [
      'to itself rather than nowhere, should there be a circle',
      [same('a', 'b', 1), same('b', 'a', 2)],
      'a',
      'a',
    ],
    [
      'to itself rather than into a circle',
      [same('a', 'b', 1), same('b', 'c', 2), same('c', 'b', 3)],
      'a',
      'a',
    ],
  ])('%s', (_name, facts, slug, end) => {
    expect(slugResolver(facts)(slug)).toBe(end)
  })
})

describe('a circle', () => {
  test.each<[string, Recorded<SameFact>[], Recorded<RetractionFact>[]]>([
    ['is not in nothing', [], []],
    ['is not in a chain', [same('a', 'b', 1), same('b', 'c', 2)], []],
    ['is not in two slugs that lead to one', [same('a', 'c', 1), same('b', 'c', 2)], []],
    ['is not in a change of mind', [same('a', 'b', 1), same('a', 'c', 2)], []],
    [
      'is absent when a merge is reversed after its retraction',
      [same('a', 'b', 1), same('b', 'a', 3)],
      [retractionOf('a', 'b', 2)],
    ],
    [
      'is not in a direction turned round once the first led elsewhere',
      [same('a', 'b', 1), same('a', 'c', 2), same('b', 'a', 3)],
      [],
    ],
    [
      'is absent when a merge is reversed at the instant of its retraction',
      [same('a', 'b', 1), same('b', 'a', 2, 3)],
      [retractionOf('a', 'b', 2, 2)],
    ],
  ])('%s', (_name, facts, retractions) => {
    expect(mergeCircle(facts, retractions)).toBeUndefined()
  })

  test.each<[string, Recorded<SameFact>[], Recorded<RetractionFact>[], string[]]>([
    ['is a slug that leads to itself', [same('a', 'a', 1)], [], ['a']],
    ['is two slugs that lead to each other', [same('a', 'b', 1), same('b', 'a', 2)], [], ['a', 'b']],
    ['is found in whatever order the facts are read', [same('b', 'a', 2), same('a', 'b', 1)], [], ['a', 'b']],
    [
      'is found over three slugs',
      [same('a', 'b', 1), same('b', 'c', 2), same('c', 'a', 3)],
      [],
      ['a', 'b', 'c'],
    ],
    [
      'is found behind a slug that only leads into it',
      [same('x', 'a', 1), same('a', 'b', 2), same('b', 'a', 3)],
      [],
      ['a', 'b'],
    ],
    [
      'is found if it lasted only until the first slug led elsewhere',
      [same('a', 'b', 1), same('b', 'a', 2), same('a', 'c', 3)],
      [],
      ['a', 'b'],
    ],
    [
      'is found if it lasted only until a retraction',
      [same('a', 'b', 1), same('b', 'a', 2)],
      [retractionOf('a', 'b', 3)],
      ['a', 'b'],
    ],
    [
      'is found if only a backfilled fact closed it in the past',
      [same('b', 'a', 2, 9), same('a', 'b', 1, 1), same('a', 'c', 3, 2)],
      [],
      ['a', 'b'],
    ],
    [
      'is found if a retraction brought an older fact back',
      [same('a', 'b', 1), same('a', 'c', 2), same('b', 'a', 3)],
      [retractionOf('a', 'c', 4)],
      ['a', 'b'],
    ],
  ])('%s', (_name, facts, retractions, members) => {
    expect([...new Set(mergeCircle(facts, retractions))].sort()).toEqual(members)
  })
})
