import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LeasedGuard } from '../../api/leased-guard.ts'
import { RequestBudget } from './request-budget.ts'

const CLIENT = '192.0.2.1'

/** The guards of several processes over one budget. */
function guardsOf(limit: number, processes: number): LeasedGuard[] {
  const budget = new RequestBudget(limit, processes)
  return Array.from(
    { length: processes },
    () => new LeasedGuard(limit, async (client, returned, now) => budget.lease(client, returned, now)),
  )
}

test('all processes together admit at most the limit in a minute, and nearly all of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 2, max: 5 }),
      fc.infiniteStream(fc.nat()),
      async (limit, processes, choices) => {
        const guards = guardsOf(limit, processes)
        let admitted = 0
        for (let sent = 0; sent < limit * 2; sent++) {
          const [choice = 0] = choices.take(1)
          const guard = guards[choice % processes]
          // Repeated answers are charged at once where that is possible, as the service does.
          if (guard?.admits(CLIENT, sent, false) || (await guard?.take(CLIENT, sent))?.allowed) admitted++
        }
        expect(admitted).toBeLessThanOrEqual(limit)
        expect(admitted).toBeGreaterThanOrEqual(Math.floor(limit * (1 - (processes - 1) / 50)))
      },
    ),
  )
})

test('requests that arrive at the same time share the limit', async () => {
  const guards = guardsOf(50, 3)
  const taken = await Promise.all(
    Array.from({ length: 200 }, (_, sent) => guards[sent % 3]?.take(CLIENT, 1000)),
  )
  expect(taken.filter((allowance) => allowance?.allowed).length).toBe(50)
})

test('a 304 costs a tenth, whether it is charged at once or refunded', async () => {
  const [guard] = guardsOf(3, 2)
  if (!guard) throw new Error('there is a guard')
  for (let sent = 0; sent < 2; sent++) expect((await guard.take(CLIENT, 0)).allowed).toBe(true)
  let notModified = 0
  while (guard.admits(CLIENT, 0, true) || (await guard.take(CLIENT, 0)).allowed) {
    // The first is charged in full, because nothing is leased; the others at once.
    if (notModified++ === 0) guard.refundNotModified(CLIENT, 0)
  }
  expect(notModified).toBe(10)
})

test('after a minute the count restarts, and refusals state when', async () => {
  const [one, other] = guardsOf(1, 2)
  expect(await one?.take(CLIENT, 500)).toEqual({ allowed: true, remaining: 0, resetSeconds: 60 })
  expect(await other?.take(CLIENT, 20_500)).toEqual({ allowed: false, remaining: 0, resetSeconds: 40 })
  expect(await other?.take(CLIENT, 60_499)).toMatchObject({ allowed: false, resetSeconds: 1 })
  expect(await other?.take(CLIENT, 60_500)).toMatchObject({ allowed: true })
  expect(one?.admits(CLIENT, 60_500, false)).toBe(false)
})

test('refused requests are not asked for again in the same minute', async () => {
  const budget = new RequestBudget(1, 2)
  let asked = 0
  const guard = new LeasedGuard(1, async (client, returned, now) => {
    asked++
    return budget.lease(client, returned, now)
  })
  for (let sent = 0; sent < 100; sent++) await guard.take(CLIENT, 0)
  expect(asked).toBe(1)
})
