import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { needs, ON_SQLITE } from '../../../test/support/needs.ts'
import { recordAll } from '../../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'
import { beginRound } from '../append/round.ts'
import { type Db, openDb } from '../engines/db.ts'
import { sqliteErrorOfFile, sqlitePath } from '../engines/sqlite.ts'
import { marketVersion } from './market-version.ts'
import { announceCommit, isCommitPending, untilNoCommitPending } from './pending-commit.ts'

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
      const round = await beginRound(tx, NOW)
      if (isAnnounced) await announceCommit(tx, round.id)
      await look()
      if (isGivenUp) throw new GivenUp()
    })
    .catch((error) => expect(error).toBeInstanceOf(GivenUp))
}

test('a commit is pending from its announcement until it is visible', async () => {
  const { writer, reader } = await writerAndReader()
  expect(await isCommitPending(reader)).toBe(false)
  await during(writer, { isAnnounced: true }, async () => expect(await isCommitPending(reader)).toBe(true))
  expect(await isCommitPending(reader)).toBe(false)
})

test('a writer that has not reached its commit does not make readers wait', async () => {
  const { writer, reader } = await writerAndReader()
  await recordAll(writer, NOW, [ipo('acme')])
  await during(writer, { isAnnounced: false }, async () => expect(await isCommitPending(reader)).toBe(false))
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

describe('on SQLite', () => {
  needs(ON_SQLITE)

  test('the mark of a killed process does not make readers wait', async () => {
    const { url, writer, reader } = await writerAndReader()
    await recordAll(writer, NOW, [ipo('acme')])
    const folder = dirname(sqlitePath(url))
    expect(readdirSync(folder)).toContain('greymark.db.committing')
    for (const left of ['', '2', '99']) {
      writeFileSync(`${sqlitePath(url)}.committing`, left)
      expect(await isCommitPending(reader)).toBe(false)
    }
  })

  test('nor does it while the next round is in progress', async () => {
    const { url, writer, reader } = await writerAndReader()
    await recordAll(writer, NOW, [ipo('acme')])
    writeFileSync(`${sqlitePath(url)}.committing`, '2')
    await during(writer, { isAnnounced: false }, async () =>
      expect(await isCommitPending(reader)).toBe(false),
    )
  })

  test('a mark that cannot be written is an error of the store, and nothing is recorded', async () => {
    const { url, writer, reader } = await writerAndReader()
    mkdirSync(`${sqlitePath(url)}.committing`)
    await expect(recordAll(writer, NOW, [ipo('acme')])).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' })
    expect(await marketVersion(reader)).toMatchObject({ version: 0 })
    expect(await isCommitPending(reader)).toBe(false)
  })

  test.each([
    ['ENOSPC', 'SQLITE_FULL'],
    ['EFBIG', 'SQLITE_FULL'],
    ['EDQUOT', 'SQLITE_FULL'],
    ['EACCES', 'SQLITE_CANTOPEN'],
    ['EROFS', 'SQLITE_CANTOPEN'],
  ])('a file beside the store that fails with %s is reported as %s', (code, expected) => {
    expect(sqliteErrorOfFile(Object.assign(new Error('no'), { code }))).toMatchObject({ code: expected })
  })

  test('a read-only store can be checked', async () => {
    const { url, writer } = await writerAndReader()
    await recordAll(writer, NOW, [ipo('acme')])
    const reading = openDb(url, { isForReading: true })
    await during(writer, { isAnnounced: true }, async () => expect(await isCommitPending(reading)).toBe(true))
    expect(await isCommitPending(reading)).toBe(false)
    await reading.destroy()
  })
})
