import { expect, test } from 'vitest'
import { contentsOf, HomeStore } from '../../../test/support/home-store.ts'
import { openStore, runs, withStore } from '../../../test/support/store.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { recordFacts } from '../append/record-facts.ts'
import type { Db } from '../engines/db.ts'
import { lastIdIn } from '../engines/statements.ts'
import { allFacts } from '../facts/all-facts.ts'
import { BEGINNING, type PieceEntry, type PieceLine, type Position, takenPosition } from './piece.ts'
import { atOneMoment, pieceSince } from './read-piece.ts'
import { takePiece } from './take-piece.ts'

const NOW = '2025-12-01T00:00:00.000Z'

async function pieceOf(db: Db, since: Position): Promise<PieceLine[]> {
  const entries: PieceEntry[] = []
  await atOneMoment(db, async (tx) => {
    for await (const entry of pieceSince(tx, since)) entries.push(entry)
  })
  return entries.map((entry, i) => ({ ...entry, line: i + 1 }))
}

async function* linesOf(piece: readonly PieceLine[]): AsyncGenerator<PieceLine> {
  yield* piece
}

const take = (db: Db, piece: readonly PieceLine[], dryRun = false) =>
  takePiece(db, { lines: linesOf(piece), now: () => NOW, dryRun })

test('a store that takes piece after piece has all that the other one has', async () => {
  for (let run = 0; run < runs(25).numRuns; run++)
    await withStore((home) =>
      withStore(async (server) => {
        const life = new HomeStore(home, `pieces ${run}`)
        for (let step = 0; step < 8; step++) {
          await life.goOn()
          await take(server, await pieceOf(home, await takenPosition(server)))
          expect(await contentsOf(server)).toEqual(await contentsOf(home))
        }
      }),
    )
})

test('a piece that is taken again, or again in part, changes nothing', async () => {
  const [home, server] = [await openStore(), await openStore()]
  const life = new HomeStore(home, 'again')
  const pieces: PieceLine[][] = []
  for (let step = 0; step < 12; step++) {
    await life.goOn()
    pieces.push(await pieceOf(home, await takenPosition(server)))
    await take(server, pieces.at(-1) ?? [])
  }
  const before = await contentsOf(server)
  const position = await takenPosition(server)
  expect(before).toEqual(await contentsOf(home))
  for (const piece of [...pieces, await pieceOf(home, BEGINNING)]) {
    expect(await take(server, piece)).toMatchObject({ rounds: 0, taken: 0 })
    expect(await contentsOf(server)).toEqual(before)
    expect(await takenPosition(server)).toEqual(position)
  }
})

test('a store that has facts of its own takes the rest, and numbers the rounds after its own', async () => {
  const [home, server] = [await openStore(), await openStore()]
  const life = new HomeStore(home, 'own facts')
  for (let step = 0; step < 5; step++) await life.goOn()
  const exported: Statement[] = []
  for await (const fact of allFacts(home))
    exported.push({ fact, recordedAt: fact.recorded, line: exported.length + 1 })
  await recordFacts(server, { source: 'import', now: () => NOW, batches: [exported] })
  const own = [{ fact: { fact: 'alias', slug: 'walnut-desk', name: 'Walnut', source: 'operator' }, line: 1 }]
  for (let step = 0; step < 5; step++) {
    const piece = await pieceOf(home, await takenPosition(server))
    await take(server, piece)
    await recordFacts(server, {
      source: 'import',
      now: () => NOW,
      batches: [own.map((one) => ({ ...one, recordedAt: life.now }) as Statement)],
    })
    expect(await take(server, piece)).toMatchObject({ rounds: 0, taken: 0 })
    await life.goOn()
  }
  await take(server, await pieceOf(home, await takenPosition(server)))

  const facts = await factsOf(server)
  expect(facts.filter((line) => !line.includes('"name":"Walnut"'))).toEqual(await factsOf(home))
  const ofHome = (await home.selectFrom('rounds').selectAll().execute()).length
  const imports = await server.selectFrom('rounds').select('id').where('started', '=', NOW).execute()
  expect(await lastIdIn(server, 'rounds')).toBe(ofHome + imports.length)
  const rows = await refusedRows(server)
  expect(rows).toEqual(await refusedRows(home))
})

async function factsOf(db: Db): Promise<string[]> {
  const facts: string[] = []
  for await (const { id: _, ...fact } of allFacts(db)) facts.push(JSON.stringify(fact))
  return facts.sort()
}

/** The refused rows, without the number of their round here. */
async function refusedRows(db: Db) {
  const rows = await db.selectFrom('refusals').selectAll().orderBy('id').execute()
  return rows.map(({ round: _, fetch: __, ...row }) => row)
}
