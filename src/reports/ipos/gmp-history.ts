import type { Day } from '../../market/calendar.ts'
import { type GmpChange, type GmpDay, type GmpQuote, lastChange } from '../../market/gmp/gmp.ts'
import { type Paise, rupeesFromPaise } from '../../market/money.ts'
import { percentOrNull } from './ipo-summary.ts'

/** What a source said on a day, in rupees. */
export interface GmpHistoryQuote {
  readonly source: string
  readonly gmp: number
  /** The source that speaks for the same owner; `null` for a word that counts itself. */
  readonly oneVoiceWith: string | null
}

/** The grey market of one day, in rupees. */
export interface GmpHistoryDay {
  readonly day: Day
  readonly gmp: number
  readonly gmpPct: number | null
  readonly lowest: number
  readonly highest: number
  readonly spread: number
  readonly owners: number
  readonly disputed: boolean
  /** Ordered by source name. */
  readonly words: readonly GmpHistoryQuote[]
}

/** The last quoted day against the one before it, in rupees. */
export type GmpHistoryChange = GmpChange

export interface GmpHistory {
  /** Oldest first. */
  readonly days: readonly GmpHistoryDay[]
  readonly change: GmpHistoryChange | null
}

/** How the premium went, day by day, up to the listing day. */
export function gmpHistory(
  quoted: readonly GmpDay[],
  { last, price }: { readonly last: Day | null; readonly price: Paise | null },
): GmpHistory {
  const days = quoted.filter(({ day }) => last === null || day <= last)
  const change = lastChange(days)
  return {
    days: days.map(({ day, median, lowest, highest, spread, owners, disputed, words }) => ({
      day,
      gmp: rupeesFromPaise(median),
      gmpPct: percentOrNull(median, price),
      lowest: rupeesFromPaise(lowest),
      highest: rupeesFromPaise(highest),
      spread: rupeesFromPaise(spread),
      owners,
      disputed,
      words: words.map(({ source, owner, gmp, counted }) => ({
        source,
        gmp: rupeesFromPaise(gmp),
        oneVoiceWith: counted ? null : voiceOf(owner, words),
      })),
    })),
    change: change ? { ...change, by: rupeesFromPaise(change.by) } : null,
  }
}

const voiceOf = (owner: string, words: readonly GmpQuote[]): string | null =>
  words.find((word) => word.counted && word.owner === owner)?.source ?? null
