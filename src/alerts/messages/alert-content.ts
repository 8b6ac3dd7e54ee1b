import { type Instant, istDay } from '../../market/calendar.ts'
import type { Fields } from '../../market/issues/changes.ts'
import { DEMO_NOTICE } from '../../reports/disclaimer.ts'
import { en } from '../../texts/en.ts'
import { capitalized } from '../../texts/format.ts'
import type { AlertContent, AlertEvent, AlertIpo } from '../alert.ts'
import { alertData } from './alert-data.ts'
import { type AlertLine, type AlertWords, line } from './alert-line.ts'
import { replacesFigure } from './corrected-fields.ts'
import { correctionWords } from './correction-words.ts'
import { dayWords, lockInWords } from './day-words.ts'
import { dealWords } from './deal-words.ts'
import { digestWords } from './digest-words.ts'
import { disputeWords, gmpWords } from './gmp-words.ts'
import { listWords } from './list-words.ts'
import { plainLine } from './plain-line.ts'
import { subscriptionWords } from './subscription-words.ts'

export interface ContentOptions {
  /** When the alert fired. */
  readonly at: Instant
  /** The address of the service for links; empty when it has none. */
  readonly publicUrl: string
  /** True for the demo market, in which everything is invented. */
  readonly isDemo: boolean
}

/** Before the title of what is about the demo. */
export const DEMO_MARK = 'DEMO: '

/** What holds for a whole message, at its end. */
export const noticeLines = (statesGmp: boolean, isDemo: boolean): string[] => [
  ...(statesGmp ? ['GMP is unofficial.'] : []),
  ...(isDemo ? [DEMO_NOTICE] : []),
]

/** The words and data of an event. */
export function alertContent(event: AlertEvent, options: ContentOptions): AlertContent {
  const { at, publicUrl, isDemo } = options
  const words = wordsOf(event, at)
  const written = [words.title, ...words.lines]
  const statesGmp = written.some((one) => one.statesGmp)
  const mark = isDemo ? DEMO_MARK : ''
  const title = plainLine(words.title.text)
  const lines = [...words.lines, ...causeLines(event)].map(({ text }) => plainLine(text))
  const link = publicUrl === '' ? null : `${publicUrl}${words.path}`
  const text = [...lines, ...noticeLines(statesGmp, isDemo)].join('\n')
  return {
    ...{ mark, title, lines, statesGmp, titleStatesGmp: words.title.statesGmp },
    link,
    firstLink: words.lines.find((one) => one.link !== undefined)?.link ?? link,
    data: alertData(event, { at, title: `${mark}${title}`, text, url: link, demo: isDemo }),
    stated: statedFields('ipo' in event ? event.ipo : null, written),
  }
}

/** What was recorded. An earlier build had the notices among the lines, and said nothing of the title. */
export const readContent = (json: string): AlertContent => ({
  ...{ mark: '', statesGmp: false, titleStatesGmp: true, firstLink: null },
  ...JSON.parse(json),
})

function wordsOf(event: AlertEvent, at: Instant): AlertWords {
  const today = istDay(at)
  switch (event.on) {
    case 'opens':
    case 'closes':
    case 'allotment':
    case 'listsTomorrow':
      return dayWords(event, today)
    case 'lock-in-ends':
      return lockInWords(event, today)
    case 'listed':
    case 'new':
    case 'datesMoved':
    case 'withdrawn':
    case 'returned':
      return listWords(event, today)
    case 'gmp':
      return gmpWords(event, today)
    case 'dispute':
      return disputeWords(event, today)
    case 'subscription':
      return subscriptionWords(event, at)
    case 'deal':
      return dealWords(event.deal, today)
    case 'digest':
      return digestWords(event, today)
    case 'correction':
      return correctionWords(event, today)
  }
}

/** That a change corrects what was known, and how. What the operator adds is no correction. */
function causeLines(event: AlertEvent): AlertLine[] {
  if (!('cause' in event) || event.cause === null) return []
  const { cause } = event
  const correction = en.changes.correctionText(cause.by)
  const isNews = cause.by === 'operator' && event.on !== 'correction' && !replacesFigure(cause)
  return correction === null || isNews ? [] : [line(`${capitalized(correction)}.`)]
}

/** By slug: the values of the fields that these lines state of the IPO of the alert, or of their own. */
function statedFields(ipo: AlertIpo | null, lines: readonly AlertLine[]): AlertContent['stated'] {
  const stated: Record<string, Fields> = ipo ? { [ipo.slug]: {} } : {}
  for (const { of = ipo, states } of lines) {
    if (!of) continue
    const known = states.filter((name) => of[name] !== null && of[name] !== undefined)
    const fields = Object.fromEntries(known.map((name) => [name, of[name]]))
    stated[of.slug] = { ...stated[of.slug], ...fields }
  }
  return stated
}
