import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeLine } from '../src/sources/facts-file/write-line.ts'
import type { Db } from '../src/store/engines/db.ts'
import { allFacts } from '../src/store/facts/all-facts.ts'
import { answersAt } from './support/answers.ts'
import { anyDatedLine, anyLine, anyMoment, founding } from './support/market-facts.ts'
import { type Line, record, recordAll } from './support/record.ts'
import { runs, withStore } from './support/store.ts'

const NOW = '2026-03-01T00:00:00.000Z'

async function exported(db: Db): Promise<string[]> {
  const lines = []
  for await (const fact of allFacts(db)) lines.push(writeLine(fact, fact.recorded))
  return lines
}

const isDeal = (line: Line) => line.fact === 'deal'

describe('an answer as of a moment', () => {
  test('never changes when facts recorded later arrive, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDatedLine, { minLength: 5, maxLength: 40 }),
        fc.array(anyMoment, { minLength: 1, maxLength: 2 }),
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        async (lines, moments, shuffle) => {
          for (const moment of moments) {
            const isEarlier = (line: Line) => String(line.recordedAt) <= moment
            await withStore(async (db) => {
              // Equal deals are distinguished by their position in a file, so each file here is one arrival.
              await recordAll(db, NOW, [...founding, ...lines.filter(isEarlier)])
              const before = await answersAt(db, NOW, moment)
              const late = lines.filter((line) => !isEarlier(line))
              const arriving = late.toSorted(
                (a, b) => (shuffle[late.indexOf(a)] ?? 0) - (shuffle[late.indexOf(b)] ?? 0),
              )
              for (const line of arriving) await recordAll(db, NOW, [line])
              expect(await answersAt(db, NOW, moment)).toEqual(before)
            })
          }
        },
      ),
      runs(30),
    )
  })

  test('never changes while sources report facts without times of their own', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.array(anyLine, { minLength: 1, maxLength: 12 }), fc.constantFrom(0, 1, 3_600_000)),
          {
            minLength: 2,
            maxLength: 6,
          },
        ),
        async (rounds) => {
          await withStore(async (db) => {
            await recordAll(db, NOW, founding)
            let now = Date.parse(NOW)
            const earlierAnswers = new Map<string, string[]>()
            for (const [lines, pause] of rounds) {
              now += pause
              const clock = new Date(now).toISOString()
              // Requested at the very millisecond at which the next round is committed.
              earlierAnswers.set(clock, await answersAt(db, clock, clock))
              await record(db, clock, lines, { skipBad: true })
              for (const [moment, answers] of earlierAnswers)
                expect(await answersAt(db, clock, moment)).toEqual(answers)
            }
          })
        },
      ),
      runs(8),
    )
  })
})

describe('a facts file', () => {
  test('imported twice changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyLine, anyDatedLine), { maxLength: 40 }), async (lines) => {
        await withStore(async (db) => {
          await record(db, NOW, [...founding, ...lines], { skipBad: true })
          const once = await exported(db)
          const again = await record(db, '2026-03-02T00:00:00.000Z', [...founding, ...lines], {
            skipBad: true,
          })
          expect(again).toMatchObject({ taken: 0, committed: null })
          expect(await exported(db)).toEqual(once)
        })
      }),
      runs(30),
    )
  })

  test('exported and imported into an empty store gives the same export and the same answers at every moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(anyLine, anyDatedLine), { minLength: 5, maxLength: 40 }),
        fc.array(anyMoment, { minLength: 1, maxLength: 3 }),
        async (lines, moments) => {
          await withStore(async (db) => {
            await recordAll(db, NOW, founding)
            for (let from = 0; from < lines.length; from += 8) {
              await record(db, `2026-03-0${1 + from / 8}T12:00:00.000Z`, lines.slice(from, from + 8), {
                skipBad: true,
              })
            }
            const file = await exported(db)
            await withStore(async (copy) => {
              await recordAll(
                copy,
                '2026-03-20T00:00:00.000Z',
                file.map((line) => JSON.parse(line)),
              )
              expect(await exported(copy)).toEqual(file)
              for (const moment of [...moments, '2026-03-03T00:00:00.000Z', '2026-03-20T00:00:00.000Z']) {
                const now = '2026-03-20T00:00:00.000Z'
                expect(await answersAt(copy, now, moment)).toEqual(await answersAt(db, now, moment))
              }
            })
          })
        },
      ),
      runs(20),
    )
  })

  test('gives the same answers in any order of its lines, if their times differ', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDatedLine, { minLength: 3, maxLength: 30 }),
        fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
        anyMoment,
        async (lines, shuffle, moment) => {
          // The order of lines matters only between facts of one instant.
          const distinct = lines.filter(
            (line, i) =>
              isDeal(line) || !lines.some((other, j) => j < i && other.recordedAt === line.recordedAt),
          )
          const shuffled = distinct.toSorted(
            (a, b) => (shuffle[distinct.indexOf(a)] ?? 0) - (shuffle[distinct.indexOf(b)] ?? 0),
          )
          const answers = (file: readonly Line[]) =>
            withStore(async (db) => {
              await recordAll(db, NOW, [...founding, ...file])
              return answersAt(db, NOW, moment)
            })
          expect(await answers(shuffled.filter((line) => !isDeal(line)))).toEqual(
            await answers(distinct.filter((line) => !isDeal(line))),
          )
        },
      ),
      runs(30),
    )
  })
})
