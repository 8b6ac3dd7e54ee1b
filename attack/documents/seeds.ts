import type { Instant } from '../../src/market/calendar.ts'
import { readBseDealsCsv } from '../../src/sources/bse-deals/bse-deals.ts'
import { SOURCES } from '../../src/sources/registry.ts'
import type { DownloadedDocument, Source } from '../../src/sources/source.ts'
import { readTableFile } from '../../src/sources/table-file/table-file.ts'
import { evening, morning } from '../../test/month/days.ts'
import { documentsAt } from '../../test/month/documents.ts'
import { BANYAN_FILE } from '../../test/month/tracker-documents.ts'
import { EVENING, EXCHANGE_DOCUMENTS } from '../../test/support/upstream-documents.ts'
import { collectLinks } from './upstream-links.ts'

/** A complete document in a real layout, and the source that parses it. All names in it are invented. */
export interface Seed {
  readonly source: Source
  readonly answer: DownloadedDocument
  readonly format: 'json' | 'csv' | 'html'
}

/** Moments of the invented month at which the upstreams list issues in every state. */
const MOMENTS: readonly Instant[] = [morning(5), evening(13), evening(20), evening(26)]

const OWN_TABLE = {
  ...BANYAN_FILE,
  id: 'own-table',
  name: 'Own Table',
  owner: 'Own Media',
  dates: 'D/M/YYYY',
}
const COLUMNS = { name: 'name', gmp: 'gmp', price: 'price', open: 'open', close: 'close', updated: 'updated' }
const { table: _table, ...PLAIN } = { ...OWN_TABLE, columns: COLUMNS, ignored: [], zeroMeans: 'quote' }
const OWN_ROWS = [
  {
    name: 'Cedar Looms',
    gmp: '₹40',
    price: '95-100',
    open: '12/03/2031',
    close: '14/03/2031',
    updated: '13-Mar-2031 10:00',
  },
  {
    name: 'Willow Pumps SME',
    gmp: '-₹5 (-5%)',
    price: '60',
    open: '17/03/2031',
    close: '19/03/2031',
    updated: '13 Mar 2031',
  },
]

/** Wraps a file reader as a source, which only needs the text. */
const reader = (id: string, read: (body: string) => ReturnType<Source['read']>): Source => ({
  ...(SOURCES[0] as Source),
  id,
  follow: () => [],
  read: ({ body }) => read(body),
})

function ownTables(): Seed[] {
  const head = Object.keys(COLUMNS)
  const csv = [head, ...OWN_ROWS.map((row) => head.map((key) => row[key as keyof typeof row]))]
  const fetchedAt = evening(13)
  const answer = (body: string): DownloadedDocument => ({
    document: 'gmp',
    url: BANYAN_FILE.address,
    day: null,
    fetchedAt,
    body,
  })
  const deals =
    'Deal Date,Security Code,Security Name,Client Name,Deal Type *,Quantity,Price **\n13/03/2031,599103,HERONPAP,NEEL VENTURES LLP,B,64000,71.50\n'
  return [
    {
      source: readTableFile(JSON.stringify({ ...PLAIN, format: 'csv' })),
      answer: answer(csv.map((cells) => `${cells.join(',')}\n`).join('')),
      format: 'csv',
    },
    {
      source: readTableFile(JSON.stringify({ ...PLAIN, format: 'json', table: 'data.rows' })),
      answer: answer(JSON.stringify({ data: { rows: OWN_ROWS } })),
      format: 'json',
    },
    {
      source: reader('bse-deals-download', (body) => readBseDealsCsv(body, 'BULK')),
      answer: answer(deals),
      format: 'csv',
    },
  ]
}

/** All documents of the invented upstreams, each body once. */
export function seeds(): readonly Seed[] {
  const sources = [...SOURCES, readTableFile(JSON.stringify(BANYAN_FILE))]
  const found = [
    ...MOMENTS.flatMap((moment) => collectLinks(sources, documentsAt(moment), moment)),
    ...collectLinks(sources, EXCHANGE_DOCUMENTS, EVENING),
    ...ownTables(),
  ]
  return [...new Map(found.map((seed) => [`${seed.source.id} ${seed.answer.body}`, seed])).values()]
}
