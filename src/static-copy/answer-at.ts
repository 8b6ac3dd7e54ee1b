import { invariant } from '../invariant.ts'
import type { AnswerInSpan, AnswerRoute, AskedAnswer, Redirection } from '../request/answer-route.ts'

type Routes = readonly AnswerRoute<AskedAnswer | Redirection>[]

/** Returns a function that makes the answer at an address, as a request for it would get it. */
export const answersOf =
  (routes: Routes) =>
  async (address: string): Promise<AnswerInSpan> => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const matching = routes.flatMap(({ path, ask }) => {
      const params = paramsOf(path, pathname)
      return params ? [{ route: path, params, ask }] : []
    })
    const { ask, ...found } = invariant(matching[0], `a route for ${address}`)
    const asked = await ask({ ...found, query: Object.fromEntries(searchParams) })
    if ('redirectTo' in asked) throw new Error(`${address} leads to ${asked.redirectTo}`)
    return asked.make()
  }

/** The parts of a path that fill those of a route, such as `:slug` and `:slug.svg`; `undefined` for a path of another route. */
function paramsOf(route: string, path: string): Readonly<Record<string, string>> | undefined {
  const [expected, given] = [route.split('/'), path.split('/')]
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, part] of expected.entries()) {
    const text = decodeURIComponent(given[i] ?? '')
    const [name = '', ending = ''] = part.startsWith(':') ? part.slice(1).split(/(?=\.)/, 2) : []
    if (name === '' ? text !== part : !text.endsWith(ending)) return undefined
    if (name !== '') params[name] = text.slice(0, text.length - ending.length)
  }
  return params
}
