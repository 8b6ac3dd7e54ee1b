import { expect, test } from 'vitest'
import { COMMON, callOf, textArgument, wholeArgument } from './arguments.ts'

const PARAMETERS = { slug: textArgument(''), limit: wholeArgument(1, 50, ''), q: textArgument(''), ...COMMON }
const call = (given: unknown) => callOf('get_ipo', PARAMETERS, ['slug'], given)

test.each<[name: string, given: unknown, values: object]>([
  ['all arguments', { slug: 'a', limit: 3 }, { slug: 'a', limit: 3 }],
  ['a number as text, above the maximum', { slug: 'a', limit: '300' }, { slug: 'a', limit: 50 }],
  ['null and nothing for what is left out', { slug: 'a', limit: null, q: '' }, { slug: 'a' }],
  ['a list', { slug: ['a', 'b'] }, { slug: 'a,b' }],
])('%s are read: %j', (_name, given, values) => {
  expect(call(given).values).toEqual(values)
})

const TAKES = 'this tool takes slug, limit, q, cursor, asOf'
test.each<[name: string, given: unknown, fault: string]>([
  ['no object', 'a', 'arguments must be an object'],
  ['an array', [], 'arguments must be an object'],
  ['a missing argument', { limit: 3 }, 'slug is missing'],
  ['an empty one that is needed', { slug: '' }, 'slug is missing'],
  ['an unknown one', { slug: 'a', size: 3 }, `there is no argument "size"; ${TAKES}`],
  ['one of all objects', { slug: 'a', toString: 1 }, `there is no argument "toString"; ${TAKES}`],
  ['an object', { slug: {} }, 'slug must be a text, a number or a list of texts'],
  ['a list of objects', { slug: [{}] }, 'slug must be a text, a number or a list of texts'],
  ['a part', { slug: 'a', limit: 1.5 }, 'limit must be a whole number from 1 to 50; got "1.5"'],
  ['a time that is none', { slug: 'a', asOf: 'now' }, 'asOf must be a date-time'],
])('%s is refused: %j', (_name, given, fault) => {
  expect(() => call(given)).toThrow(fault)
})

test('a cursor carries the arguments, the moment and the place', () => {
  const first = call({ slug: 'a', q: 'foods', limit: 3, asOf: '2026-01-13' })
  const cursor = first.nextAt({ shown: { gmp: 7 }, asOf: '2026-01-13T18:29:59.999Z', after: 'x.y' })
  const next = { shown: { gmp: 7 }, asOf: '2026-01-13T18:29:59.999Z', after: 'x.y' }
  expect(call({ cursor })).toMatchObject({ ...next, values: { slug: 'a', q: 'foods', limit: 3 } })
  expect(call({ cursor, slug: 'a', asOf: '2026-01-13', limit: 5 }).values).toMatchObject({ limit: 5 })
  expect(() => call({ cursor, q: 'mills' })).toThrow(/q cannot be changed .*leave out q, or leave out cursor/)
})

test.each(['x', '~', 'e30', Buffer.from('{"tool":"get_ipo","given":{"a":"b"}}').toString('base64url')])(
  'a cursor that was not written is refused: %s',
  (cursor) => {
    expect(() => call({ slug: 'a', cursor })).toThrow('cursor is not one that this tool issued')
  },
)

test('a cursor of another tool is refused', () => {
  const cursor = callOf('find_ipos', PARAMETERS, [], { q: 'foods' }).nextAt({})
  expect(() => call({ slug: 'a', cursor })).toThrow('cursor is not one that this tool issued')
})
