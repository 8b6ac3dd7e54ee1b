import type { Day } from '../../market/calendar.ts'
import type { ChangingIpo } from '../../reports/changes/listed-states.ts'
import { en } from '../../texts/en.ts'
import { counted } from '../../texts/format.ts'
import type { AlertIpo, EventOn } from '../alert.ts'
import type { CorrectedFigure } from './alert-body.ts'
import { type AlertLine, type AlertWords, line } from './alert-line.ts'
import { ipoPath, quoteText } from './ipo-lines.ts'
import { plainLine, plainName } from './plain-line.ts'

type Correction = EventOn<'correction'>

/** In characters. A longer value, such as a list of documents, is cut. */
const MAX_VALUE = 80
const GMP_FIELDS: ReadonlySet<string> = new Set([
  'lastGmp',
  'lastGmpPct',
  'gmpSpread',
  'lastGmpDay',
  'lastGmpOwners',
])

/** The words for figures that an earlier message stated and that were corrected since; none: for a removed IPO. */
export function correctionWords({ ipo, figures }: Correction, today: Day): AlertWords {
  const name = plainName(ipo.name)
  const lines = figures.map((figure) => correctedLine(figure, ipo, today))
  const [only] = lines
  if (!only)
    return {
      title: line(`Correction: ${name} is no longer in the list`),
      lines: [line('All reports on it were retracted.')],
      path: '/changes',
    }
  const path = ipoPath(ipo)
  if (lines.length === 1)
    return { title: { ...only, text: `Correction: ${name}: ${only.text}` }, lines: [], path }
  return { title: line(`Correction: ${counted(lines.length, 'figure')} of ${name}`), lines, path }
}

/** True when a message would state both values with the same words, such as prices of a listing day that no text has. */
export const isStatedAlike = (field: string, stated: unknown, now: unknown): boolean =>
  en.fields.fieldText(field, stated) === en.fields.fieldText(field, now)

/** Where the label of the field does not fit before "sent as". */
const LABELS: Readonly<Record<string, string>> = { listing: 'Opening price' }

/** A corrected GMP has its day and sources, like every other. */
function correctedLine({ field, stated, now }: CorrectedFigure, ipo: AlertIpo, today: Day): AlertLine {
  const quote = field === 'lastGmp' && now === ipo.lastGmp ? quoteText(ipo, today) : null
  const is =
    now === null || now === undefined ? 'not known now' : `corrected to ${quote ?? valueText(field, now)}`
  return {
    text: `${LABELS[field] ?? en.fields.fieldLabel(field)} sent as ${valueText(field, stated)}, ${is}`,
    states: [field as keyof ChangingIpo],
    statesGmp: GMP_FIELDS.has(field),
  }
}

const valueText = (field: string, value: unknown): string =>
  plainLine(en.fields.fieldText(field, value), MAX_VALUE)
