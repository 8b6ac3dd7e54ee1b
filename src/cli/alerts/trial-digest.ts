import type { AlertEvent } from '../../alerts/alert.ts'
import { alertIpo } from '../../alerts/triggers/alert-ipo.ts'
import { digestAt } from '../../alerts/triggers/digest.ts'
import { addDays, DAY_MS, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { trialIpos } from './fitting-ipo.ts'

/** Today, and else the nearest day on which there is something to report. */
const DAYS_TRIED = [0, 1, 2, 3, 4, -1, -2, -3, -4, -5, -6, -7] as const

/** A digest of today, or of another day near it; `undefined` when nothing happens on any of them. */
export async function trialDigest(market: MarketData, position: Position): Promise<AlertEvent | undefined> {
  const ipos = (await trialIpos(market, position)).toSorted((a, b) => a.number - b.number)
  for (const days of DAYS_TRIED) {
    const moment = instantFromMs(msOf(position.moment) + days * DAY_MS)
    const yesterday = addDays(istDay(moment), -1)
    const digest = await digestAt({ ...position, moment }, ipos, {
      detailsOf: ({ number }) => alertIpo(market, position, number),
      wasListed: ({ item }) => item.listing?.listedOn !== yesterday,
    })
    if (digest) return digest
  }
  return undefined
}
