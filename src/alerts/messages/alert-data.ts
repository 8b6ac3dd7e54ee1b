import type { Static, TObject } from 'typebox'
import { type Instant, istDay } from '../../market/calendar.ts'
import { publishedChange } from '../../reports/changes/change.ts'
import type { AlertEvent, AlertIpo, EventOn } from '../alert.ts'
import { AlertBody, AlertedIpo, SimilarIposData } from './alert-body.ts'
import { comparableIpos, listDay } from './ipo-lines.ts'

/** An alert for programs. */
export function alertData(
  event: AlertEvent,
  written: Pick<AlertBody, 'at' | 'title' | 'text' | 'url' | 'demo'>,
): AlertBody {
  const { at } = written
  const cause = 'cause' in event ? event.cause : null
  return picked(AlertBody, {
    ...event,
    ...(event.on === 'digest' && digestData(event, at)),
    ...written,
    type: event.on,
    ipo: 'ipo' in event ? ipoData(event.ipo, at) : null,
    deal: event.on === 'deal' ? event.deal : null,
    change: cause && publishedChange(written, cause),
  })
}

/** The fields that a schema describes, in its order. */
export function picked<S extends TObject>({ properties }: S, from: object): Static<S> {
  const values = from as Readonly<Record<string, unknown>>
  const keys = Object.keys(properties).filter((key) => values[key] !== undefined)
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as Static<S>
}

function digestData(digest: EventOn<'digest'>, at: Instant) {
  const dataOf = (ipos: readonly AlertIpo[]) => ipos.map((ipo) => ipoData(ipo, at))
  const { opens, closes, allotment, lists, results } = digest
  return {
    ...{ opens: dataOf(opens), closes: dataOf(closes), allotment: dataOf(allotment) },
    ...{ lists: dataOf(lists), results: dataOf(results) },
  }
}

function ipoData(ipo: AlertIpo, at: Instant): AlertedIpo {
  const { openDate, closeDate } = ipo
  const similar = comparableIpos(ipo, istDay(at))
  const data: AlertedIpo = {
    ...ipo,
    openDate: openDate && listDay(openDate),
    closeDate: closeDate && listDay(closeDate),
    similar: similar && picked(SimilarIposData, similar),
  }
  return picked(AlertedIpo, data)
}
