import { asObject, type JsonObject, readJson } from '../formats/json.ts'
import { Unreadable } from '../source.ts'

/** The body of a successful call. A retired address also answers with status 200, and reports it in `msg`. */
export function responseBody(body: string): JsonObject {
  const whole = asObject(readJson(body), 'the answer')
  if (String(whole.msg) === '1') return whole
  const reported = ['msg', 'error']
    .filter((key) => key in whole)
    .map((key) => `${key} ${JSON.stringify(whole[key])}`)
  throw new Unreadable(`the host answered ${reported.join(', ') || 'no msg at all'}; msg 1 was expected`)
}
