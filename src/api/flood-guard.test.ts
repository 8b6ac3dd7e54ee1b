import { expect, test } from 'vitest'
import { FloodGuard } from './flood-guard.ts'

const MOST_CLIENTS = 50_000
const clientNo = (n: number) => `client ${n}`

test('the guard forgets the least recent client beyond its limit, and no other', () => {
  const guard = new FloodGuard(10)
  for (let n = 0; n <= MOST_CLIENTS; n++) guard.admits(clientNo(n), 0)
  // The second client has spent one request; the first counts as new again.
  expect(guard.allowance(clientNo(1), 0)).toMatchObject({ remaining: 9 })
  expect(guard.allowance(clientNo(0), 0)).toMatchObject({ remaining: 10 })
})
