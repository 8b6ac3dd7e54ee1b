import { describe, expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { needs, ON_POSTGRES } from '../../../test/support/needs.ts'
import { recordAll } from '../../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'
import { recordFacts } from '../append/record-facts.ts'
import { beginRound } from '../append/round.ts'
import type { Db } from '../engines/db.ts'
import { announceCommit, isCommitPending, settledVersion, untilNoCommitPending } from './pending-commit.ts'

const NOW = '2026-01-15T06:00:00.000Z'

async function writerAndReader() {
  const url = await emptyStoreUrl()
  const writer = await openStore(url)
  const reader = await openStore(url)
  return { url, writer, reader }
}

class GivenUp extends Error {}

/** Runs a round, and calls the reader in the middle of it. */
async function during(
  writer: Db,
  { isAnnounced, isGivenUp = false }: { isAnnounced: boolean; isGivenUp?: boolean },
  look: () => Promise<unknown>,
) {
  await writer
    .transaction()
    .execute(async (tx) => {
      await beginRound(tx, NOW)
      if (isAnnounced) await announceCommit(tx)
      await look()
      if (isGivenUp) throw new GivenUp()
    })
    .catch((error) => expect(error).toBeInstanceOf(GivenUp))
}

describe('on PostgreSQL', () => {
  needs(ON_POSTGRES)

  test('a commit is pending from its announcement until it is visible', async () => {
    const { writer, reader } = await writerAndReader()
    expect(await isCommitPending(reader)).toBe(false)
    await during(writer, { isAnnounced: true }, async () => expect(await isCommitPending(reader)).toBe(true))
    expect(await isCommitPending(reader)).toBe(false)
  })

  test('a writer that has not reached its commit does not make readers wait', async () => {
    const { writer, reader } = await writerAndReader()
    await recordAll(writer, NOW, [ipo('acme')])
    await during(writer, { isAnnounced: false }, async () =>
      expect(await isCommitPending(reader)).toBe(false),
    )
  })

  test('a commit that was given up is no longer pending', async () => {
    const { writer, reader } = await writerAndReader()
    await during(writer, { isAnnounced: true, isGivenUp: true }, async () => undefined)
    expect(await isCommitPending(reader)).toBe(false)
    await recordAll(writer, NOW, [ipo('acme')])
    expect(await isCommitPending(reader)).toBe(false)
  })

  test('a commit that takes too long is not waited for', async () => {
    const { writer, reader } = await writerAndReader()
    await during(writer, { isAnnounced: true }, async () => {
      expect(await untilNoCommitPending(reader)).toBe(false)
    })
    expect(await untilNoCommitPending(reader)).toBe(true)
  })
})

test('a moment that is 2 seconds old is not waited for, and a younger one is', async () => {
  const { reader } = await writerAndReader()
  const waited = async (moment: string) => {
    const begun = performance.now()
    await settledVersion(reader, moment, NOW)
    return performance.now() - begun > 900
  }
  expect(await waited('2026-01-15T05:59:58.000Z')).toBe(false)
  expect(await waited('2026-01-15T05:59:59.000Z')).toBe(true)
})

test('an answer as of a moment within the time that a round took to commit never has its facts', async () => {
  const { writer } = await writerAndReader()
  await recordAll(writer, NOW, [ipo('acme')])
  const times = ['2026-01-15T07:00:00.000Z', '2026-01-15T07:00:00.000Z', '2026-01-15T07:00:20.000Z']
  await recordFacts(writer, {
    source: 'import',
    now: () => times.shift() ?? '2026-01-15T07:00:20.000Z',
    batches: [
      [
        {
          fact: { fact: 'alias', slug: 'acme', name: 'Acme & Sons', source: 'operator' },
          recordedAt: null,
          line: 1,
        },
      ],
    ],
  })
  const later = '2026-01-16T00:00:00.000Z'
  const versions = ['07:00:00.000', '07:00:00.001', '07:00:19.999', '07:00:20.000'].map((time) =>
    settledVersion(writer, `2026-01-15T${time}Z`, later),
  )
  expect(await Promise.all(versions)).toEqual([2, 1, 1, 2])
})
