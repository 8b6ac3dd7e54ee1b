import { type Instant, istDay } from '../../src/market/calendar.ts'
import type { DownloadedDocument, DownloadRequest, PlanContext, Source } from '../../src/sources/source.ts'
import { isAsked, type UpstreamDocument } from '../../test/support/upstreams.ts'
import type { Seed } from './seeds.ts'

/** The links that sources would download at a moment, including those found in lists. */
export function collectLinks(
  sources: readonly Source[],
  documents: readonly UpstreamDocument[],
  now: Instant,
): Seed[] {
  const ask: PlanContext = { now, days: [istDay(now)], lastRead: () => null }
  return sources.flatMap((source) => {
    const found = new Map<string, Seed>()
    const requests: DownloadRequest[] = [...source.plan(ask)]
    for (let request = requests.shift(); request; request = requests.shift()) {
      const { document, url, day = null, expects } = request
      const served = documents.find((one) => isAsked(one, new URL(url)))
      if (!served || found.has(document)) continue
      const answer: DownloadedDocument = { document, url, day, fetchedAt: now, body: served.body }
      found.set(document, { source, answer, format: expects })
      requests.push(...(source.follow?.(answer, ask) ?? []))
    }
    return [...found.values()]
  })
}
