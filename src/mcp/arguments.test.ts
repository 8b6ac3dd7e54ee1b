import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { argumentFault, queryFrom } from './arguments.ts'

const PROPERTIES = { slug: Type.String(), limit: Type.Integer() }

test.each<[name: string, given: unknown, fault: string | undefined]>([
  ['all arguments', { slug: 'a', limit: 3 }, undefined],
  ['null for one that is left out', { slug: 'a', limit: null }, undefined],
  ['a list', { slug: ['a', 'b'] }, undefined],
  ['no object', 'a', 'arguments must be an object'],
  ['an array', [], 'arguments must be an object'],
  ['a missing argument', { limit: 3 }, 'slug is missing'],
  ['an empty one that is needed', { slug: '' }, 'slug is missing'],
  ['an unknown one', { slug: 'a', size: 3 }, 'there is no argument "size"; this tool takes slug, limit'],
  [
    'one of all objects',
    { slug: 'a', toString: 1 },
    'there is no argument "toString"; this tool takes slug, limit',
  ],
  ['an object', { slug: {} }, 'slug must be a text, a number or a list of texts'],
  ['a list of objects', { slug: [{}] }, 'slug must be a text or a list of texts'],
])('%s: %j', (_name, given, fault) => {
  expect(argumentFault(PROPERTIES, ['slug'], given)).toBe(fault)
})

describe('the query of an endpoint', () => {
  test('has the given arguments by the names of its parameters', () => {
    const given = { side: ['BUY', 'SELL'], limit: 3, from: '', to: null }
    const names = { dealType: 'side', limit: 'limit', from: 'from', to: 'to', q: 'q' }
    expect(queryFrom(given, names)).toEqual({ dealType: 'BUY,SELL', limit: '3' })
  })
})
