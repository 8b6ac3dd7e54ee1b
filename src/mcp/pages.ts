import type { AnswerMeta } from '../client/index.ts'
import { invariant } from '../invariant.ts'
import { istDay } from '../market/calendar.ts'
import type { Call } from './arguments.ts'
import { fitted, type Lists } from './fit.ts'
import type { ToolMarket } from './market-client.ts'

/** A part of the lists of an answer: entries, how many follow, and the cursor with which they do. */
export interface Part<Name extends string> {
  readonly shown: Lists<Name>
  readonly left: Readonly<Record<Name, number>>
  readonly next: string | null
}

const today = ({ now }: ToolMarket) => ({ today: istDay(now()) })

/**
 * The next part of an answer about one moment, whose lists continue where the call before ended. `most` are the most entries of a
 * list that are wanted at once.
 */
export function partOfAnswer<Name extends string>(
  market: ToolMarket,
  call: Call,
  { position }: AnswerMeta,
  lists: Lists<Name>,
  most: Partial<Record<Name, number | undefined>>,
  build: (part: Part<Name>) => object,
): object {
  const names = Object.keys(lists) as Name[]
  const begun = (name: Name) => Math.min(call.shown[name] ?? 0, lists[name].length)
  const wanted = Object.fromEntries(
    names.map((name) => [name, lists[name].slice(begun(name)).slice(0, most[name])]),
  ) as unknown as Lists<Name>
  const partWith = (shown: Lists<Name>): Part<Name> => {
    const ends = Object.fromEntries(names.map((name) => [name, begun(name) + shown[name].length]))
    const left = Object.fromEntries(
      names.map((name) => [name, lists[name].length - (ends[name] ?? 0)]),
    ) as Part<Name>['left']
    const isWhole = names.every((name) => left[name] === 0 || most[name] === 0)
    const asOf = call.asOf ?? momentOf(position)
    return { shown, left, next: isWhole ? null : call.nextAt({ shown: ends, asOf }) }
  }
  return fitted(wanted, (shown) => ({ ...today(market), ...build(partWith(shown)) })).answer
}

/** The moment of a position, which ends with it. */
export const momentOf = (position: string | null): string =>
  invariant(position?.split('@')[1], 'the position of an answer')

/** One page of a list of the service. */
export interface ServedPage {
  readonly entries: readonly unknown[]
  /** How many entries the service gives at once up to and with one that is shown, where some are left out. */
  readonly placeOf?: (index: number) => number
  /** The service's cursor of the page that follows. */
  readonly after: string | null
  readonly build: (entries: readonly unknown[], next: string | null) => object
}

/**
 * A page of a list of the service. It is read again with fewer entries while they are too many or too long, so that the cursor of
 * the next page continues where this one ends.
 */
export async function pageOfList(
  market: ToolMarket,
  call: Call,
  limit: number,
  read: (paging: { readonly limit: number; readonly cursor?: string | undefined }) => Promise<ServedPage>,
  atOnce = limit,
): Promise<object> {
  for (let most = atOnce; ; ) {
    const {
      entries,
      placeOf = (index) => index + 1,
      after,
      build,
    } = await read({ limit: most, cursor: call.after })
    const next = after === null ? null : call.nextAt({ after })
    const wanted = { entries: entries.slice(0, limit) }
    const { answer, shown } = fitted(wanted, (part) => ({ ...today(market), ...build(part.entries, next) }))
    if (shown.entries === entries.length) return answer
    most = placeOf(shown.entries - 1)
  }
}
