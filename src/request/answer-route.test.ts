import { expect, test } from 'vitest'
import { AnswerCache } from '../publish/answer-cache.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type AskedAnswer, findAnswer } from './answer-route.ts'
import type { MarketQuery } from './market-query.ts'

const NOW = 1_768_456_800_000

/** What a request to a market asks. */
const asked = (market: Partial<ServedMarket>): AskedAnswer => ({
  query: {
    market: { demo: false, history: 0, version: 1, isUnavailable: false, ...market },
    isPresent: true,
  } as MarketQuery,
  key: 'ipos',
  make: async () => ({
    body: '[]',
    contentType: 'application/json',
    headers: {},
    modifiedAt: NOW,
    changesAt: null,
    maxAgeSeconds: 60,
  }),
})

test.each<[string, Partial<ServedMarket>, 'stale' | 'none']>([
  ['of the same facts', {}, 'stale'],
  ['of the demo', { demo: true }, 'none'],
  ['of facts that the store has lost since', { history: -1 }, 'none'],
])('while the store cannot be read, an answer %s: %o is sent as %s', async (_of, made, sent) => {
  const cache = new AnswerCache()
  await findAnswer(cache, asked(made), NOW)
  const found = await findAnswer(cache, asked({ isUnavailable: true }), NOW).catch(({ code }) => code)
  expect(found).toEqual(sent === 'none' ? 'UNAVAILABLE' : expect.objectContaining({ isStale: true }))
})
