import { type Instant, istDay } from '../../src/market/calendar.ts'
import { readBseDealsCsv } from '../../src/sources/bse-deals/bse-deals.ts'
import { isPastList } from '../../src/sources/past.ts'
import { SOURCES } from '../../src/sources/registry.ts'
import type { DownloadedDocument, DownloadRequest, Source } from '../../src/sources/source.ts'
import { readTableFile } from '../../src/sources/table-file/table-file.ts'
import { evening, morning } from '../../test/month/days.ts'
import { documentsAt } from '../../test/month/documents.ts'
import { BANYAN_FILE } from '../../test/month/tracker-documents.ts'
import { PAST_DOCUMENTS } from '../../test/support/past-documents.ts'
import { EVENING, EXCHANGE_DOCUMENTS } from '../../test/support/upstream-documents.ts'
import { isAsked, type UpstreamDocument } from '../../test/support/upstreams.ts'

export type DocumentFormat = 'json' | 'csv' | 'html'

/** A complete document in a real layout, and the source that parses it. All names in it are invented. */
export interface Seed {
  readonly source: Source
  readonly answer: DownloadedDocument
  readonly format: DocumentFormat
}

/** Moments of the invented month at which the upstreams list issues in every state. */
const MOMENTS: readonly Instant[] = [morning(5), evening(13), evening(20), evening(26)]
/** The days that `PAST_DOCUMENTS` are about. */
const PAST = { from: '2024-05-01', to: '2025-03-31' }

/** All documents of the invented upstreams, each body once. */
export function seeds(): readonly Seed[] {
  const sources = [...SOURCES, readTableFile(JSON.stringify(BANYAN_FILE))]
  const found = [
    ...MOMENTS.flatMap((moment) => downloaded(sources, documentsAt(moment), moment)),
    ...downloaded(sources, EXCHANGE_DOCUMENTS, EVENING),
    ...downloaded(sources, PAST_DOCUMENTS, EVENING),
    ...ownTables(),
  ]
  return [...new Map(found.map((seed) => [`${seed.source.id} ${seed.answer.body}`, seed])).values()]
}

/** What sources would download of these documents at a moment, with what lists lead to. */
function downloaded(
  sources: readonly Source[],
  documents: readonly UpstreamDocument[],
  now: Instant,
): Seed[] {
  const context = { now, days: [istDay(now)], lastRead: () => null, isKnown: () => true }
  return sources.flatMap((source) => {
    const found = new Map<string, Seed>()
    const requests: DownloadRequest[] = [
      ...source.plan(context),
      ...(source.past?.lists(PAST, context) ?? []),
    ]
    for (let request = requests.shift(); request; request = requests.shift()) {
      const { document, url, day = null, expects } = request
      const served = documents.find((one) => isAsked(one, new URL(url)))
      if (!served || found.has(document)) continue
      const answer: DownloadedDocument = { document, url, day, fetchedAt: now, body: served.body }
      found.set(document, { source, answer, format: expects })
      const of = isPastList(document) ? source.past : source
      requests.push(...(of?.follow?.(answer, context) ?? []))
    }
    return [...found.values()]
  })
}

const OWN_TABLE = {
  ...BANYAN_FILE,
  id: 'own-table',
  name: 'Own Table',
  owner: 'Own Media',
  dates: 'D/M/YYYY',
}
const COLUMNS = { name: 'name', gmp: 'gmp', price: 'price', open: 'open', close: 'close', updated: 'updated' }
const { table: _table, ...PLAIN } = { ...OWN_TABLE, columns: COLUMNS, ignored: [], zeroMeans: 'quote' }
const OWN_CSV = `name,gmp,price,open,close,updated
Cedar Looms,₹40,95-100,12/03/2031,14/03/2031,13-Mar-2031 10:00
Willow Pumps SME,-₹5 (-5%),60,17/03/2031,19/03/2031,13 Mar 2031
`
const DEALS_CSV = `Deal Date,Security Code,Security Name,Client Name,Deal Type *,Quantity,Price **
13/03/2031,599103,HERONPAP,NEEL VENTURES LLP,B,64000,71.50
`

/** Tables that an operator describes in a file, and the file of deals that an exchange offers for download. */
function ownTables(): Seed[] {
  const [head = [], ...rows] = OWN_CSV.trim()
    .split('\n')
    .map((line) => line.split(','))
  const objects = rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [head[i], cell])))
  const seed = (source: Source, format: Seed['format'], body: string): Seed => ({
    source,
    format,
    answer: { document: 'gmp', url: BANYAN_FILE.address, day: null, fetchedAt: evening(13), body },
  })
  const dealsFile: Source = {
    ...(SOURCES[0] as Source),
    id: 'bse-deals-download',
    follow: () => [],
    read: ({ body }) => readBseDealsCsv(body, 'BULK'),
  }
  return [
    seed(readTableFile(JSON.stringify({ ...PLAIN, format: 'csv' })), 'csv', OWN_CSV),
    seed(
      readTableFile(JSON.stringify({ ...PLAIN, format: 'json', table: 'data.rows' })),
      'json',
      JSON.stringify({ data: { rows: objects } }),
    ),
    seed(dealsFile, 'csv', DEALS_CSV),
  ]
}
