import type { AnswerMeta } from '../client/index.ts'
import { invariant } from '../invariant.ts'
import { istDay } from '../market/calendar.ts'
import type { Call } from './arguments.ts'
import { fitted, type Lists } from './fit.ts'
import type { ToolMarket } from './market-client.ts'

/** A part of the lists of an answer: entries, and how many follow. */
interface Part<Name extends string> {
  readonly shown: Lists<Name>
  readonly left: Readonly<Record<Name, number>>
}

/** What an answer is made of. */
interface Served {
  readonly meta: AnswerMeta
  readonly disclaimer: string
}

/**
 * The next part of an answer about one moment, whose lists continue where the call before ended. `most` are the most entries of a
 * list that are wanted at once.
 */
export function partOfAnswer<Name extends string>(
  market: ToolMarket,
  call: Call,
  { meta, disclaimer }: Served,
  lists: Lists<Name>,
  most: Partial<Record<Name, number | undefined>>,
  build: (part: Part<Name>) => object,
): object {
  const names = Object.keys(lists) as Name[]
  const begun = (name: Name) => Math.min(call.shown[name] ?? 0, lists[name].length)
  const wanted = Object.fromEntries(
    names.map((name) => [name, lists[name].slice(begun(name)).slice(0, most[name])]),
  ) as unknown as Lists<Name>
  const answerWith = (shown: Lists<Name>) => {
    const ends = Object.fromEntries(names.map((name) => [name, begun(name) + shown[name].length]))
    const left = Object.fromEntries(
      names.map((name) => [name, lists[name].length - (ends[name] ?? 0)]),
    ) as Part<Name>['left']
    const isWhole = names.every((name) => left[name] === 0 || most[name] === 0)
    const asOf = call.asOf ?? momentOf(meta.position)
    const next = isWhole ? null : call.nextAt({ shown: ends, asOf })
    return { today: istDay(market.now()), ...build({ shown, left }), next, disclaimer }
  }
  return fitted(wanted, answerWith).answer
}

/** The moment of a position, which ends with it. */
export const momentOf = (position: string | null): string =>
  invariant(position?.split('@')[1], 'the position of an answer')

/** One page of a list of the service. */
interface ServedPage {
  readonly entries: readonly unknown[]
  /** How many entries the service gives at once up to and with one that is shown, where some are left out. */
  readonly placeOf?: (index: number) => number
  /** The service's cursor of the page that follows. */
  readonly after: string | null
  readonly disclaimer: string
  readonly build: (entries: readonly unknown[]) => object
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
    const page = await read({ limit: most, cursor: call.after })
    const { entries, after, placeOf = (index) => index + 1, build, disclaimer } = page
    const next = after === null ? null : call.nextAt({ after })
    const { answer, shown } = fitted({ entries: entries.slice(0, limit) }, (part) => ({
      ...{
        today: istDay(market.now()),
        count: part.entries.length,
        ...build(part.entries),
        next,
        disclaimer,
      },
    }))
    if (shown.entries === entries.length) return answer
    most = placeOf(shown.entries - 1)
  }
}
