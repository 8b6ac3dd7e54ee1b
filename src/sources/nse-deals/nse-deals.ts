import type { DealKind } from '../../market/facts/fact.ts'
import { nseFileRequest } from '../nse/nse-site.ts'
import type { Source } from '../source.ts'
import { readNseDealsCsv } from './deals-csv.ts'

const PAGE = 'https://www.nseindia.com/report-detail/display-bulk-and-block-deals'

const KIND_OF: Readonly<Record<string, DealKind>> = { bulk: 'BULK', block: 'BLOCK' }

/** The two lists of the newest trading day. Until the evening they are still those of the day before. */
export const nseDeals: Source = {
  id: 'nse-deals',
  publisher: 'nse',
  home: PAGE,
  contents: 'bulk and block deals',
  schedule: {
    words: 'at 18:30, 19:30, 20:30 and 22:00',
    cron: ['30 18-20 * * *', '0 22 * * *'],
  },
  isDated: false,
  dealsFile: { heading: 'symbol', read: readNseDealsCsv },

  plan: () => Object.keys(KIND_OF).map((list) => nseFileRequest(list, `/content/equities/${list}.csv`, PAGE)),

  read({ document, body }) {
    const kind = KIND_OF[document]
    if (kind === undefined) throw new Error(`nse-deals has no document ${document}`)
    return readNseDealsCsv(body, kind)
  },
}
