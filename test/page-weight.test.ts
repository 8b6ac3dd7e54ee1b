import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForAll, newVisitor } from './support/browser.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import type { Answered } from './support/service.ts'

const MAX_BYTES = 60_000
const MAX_SCRIPT_BYTES = 6000
const BASE = '/api/public/market'

const browser = browserForAll()
const service = demoServiceForAll()

/** The issue with the longest history of quotes, because its page has the most to draw. */
async function longestQuoted(): Promise<string> {
  const { ipos } = await service.json(`${BASE}/ipos?status=open,closed&limit=200`)
  const details = await Promise.all(
    ipos.map(async ({ slug }: Answered) => (await service.json(`${BASE}/ipos/${slug}`)).ipo),
  )
  const [longest] = details.toSorted((a, b) => b.gmp.length - a.gmp.length)
  return `/ipos/${longest.slug}`
}

interface Weight {
  readonly bytes: number
  readonly scriptBytes: number
}

/** The bytes of a first visit, headers and compressed bodies, as the browser counts them. */
async function firstVisit(page: Page, address: string): Promise<Weight> {
  const network = await page.context().newCDPSession(page)
  const types = new Map<string, string>()
  const weight = { bytes: 0, scriptBytes: 0 }
  network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight.bytes += encodedDataLength
    if (types.get(requestId) === 'Script') weight.scriptBytes += encodedDataLength
  })
  await network.send('Network.enable')
  const answer = await page.goto(address, { waitUntil: 'networkidle' })
  expect(answer?.status()).toBe(200)
  return weight
}

describe('a first visit is light', () => {
  test.each<{ name: string; path: () => string | Promise<string> }>([
    { name: 'today', path: () => '/' },
    { name: 'an IPO with a long history', path: longestQuoted },
  ])('$name', async ({ path }) => {
    const page = await newVisitor(browser())
    const { bytes, scriptBytes } = await firstVisit(page, `${service.address}${await path()}`)
    expect(scriptBytes).toBeGreaterThan(0)
    expect(scriptBytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
    expect(bytes).toBeGreaterThan(scriptBytes)
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
  })
})
