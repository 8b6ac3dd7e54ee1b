import { expect, test } from 'vitest'
import { FloodGuard } from './flood-guard.ts'

const MOST_CLIENTS = 50_000
const clientNo = (n: number) => `client ${n}`

test('the guard forgets the least recent client beyond its limit, and no other', () => {
  const guard = new FloodGuard(10)
  for (let n = 0; n <= MOST_CLIENTS; n++) guard.charge(clientNo(n), 0)
  // The second client has spent one request before; the first counts as new again.
  expect(guard.charge(clientNo(1), 0)).toMatchObject({ remaining: 8 })
  expect(guard.charge(clientNo(0), 0)).toMatchObject({ remaining: 9 })
})
