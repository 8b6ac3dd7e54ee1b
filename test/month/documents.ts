import type { Instant } from '../../src/market/calendar.ts'
import { holidayList } from '../support/upstream-documents.ts'
import type { UpstreamDocument } from '../support/upstreams.ts'
import { bseDocuments } from './bse-documents.ts'
import { dashed, HOLIDAY } from './days.ts'
import { fileDocuments } from './file-documents.ts'
import { nseDocuments } from './nse-documents.ts'
import { trackerDocuments } from './tracker-documents.ts'

/** All documents that the upstreams serve in a round. */
export const documentsAt = (moment: Instant): UpstreamDocument[] => [
  ...nseDocuments(moment),
  ...bseDocuments(moment),
  ...fileDocuments(moment),
  ...trackerDocuments(moment),
  holidayList('trading', [[dashed(HOLIDAY), 'Kite Festival']]),
  holidayList('clearing', [[dashed(HOLIDAY), 'Kite Festival']]),
]
