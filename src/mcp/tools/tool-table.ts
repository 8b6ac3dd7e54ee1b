import { findDeals } from './find-deals.ts'
import { findIpos } from './find-ipos.ts'
import { getEvidence } from './get-evidence.ts'
import { getIpo } from './get-ipo.ts'
import { greyMarketRecord } from './grey-market-record.ts'
import type { Tool } from './tool.ts'
import { whatChanged } from './what-changed.ts'

/** Every tool, in the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [
  findIpos,
  getIpo,
  getEvidence,
  greyMarketRecord,
  findDeals,
  whatChanged,
]
