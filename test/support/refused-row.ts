import type { NewRefusal } from '../../src/store/collection/refusals.ts'

/** A tracker's row about an unknown company. */
export const refused = (more: Partial<NewRefusal> = {}): NewRefusal => ({
  fetch: 1,
  source: 'ipowatch',
  document: 'list',
  line: 4,
  raw: 'Acorn | ₹12',
  subject: 'name acorn',
  rule: 'unknown-issue',
  reason: 'nobody knows Acorn',
  said: '{"gmp":1200}',
  candidates: ['acorn-mills'],
  ...more,
})
