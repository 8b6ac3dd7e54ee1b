import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventParser } from './event-parser.ts'

const STREAM = [
  'retry: 3000\nid: 1@a\nevent: position\ndata: {"position":"1@a"}\n\n',
  ':\n',
  'event: changes\ndata: {"changes":[1]}\n\n',
  'id: 2@b\r\nevent: changes\r\ndata: {"changes":["₹ü"]}\r\n\r\n',
].join('')

const EVENTS = [
  { id: '1@a', event: 'position', data: '{"position":"1@a"}' },
  { id: null, event: 'changes', data: '{"changes":[1]}' },
  { id: '2@b', event: 'changes', data: '{"changes":["₹ü"]}' },
]

describe('a stream of events', () => {
  test('is parsed, wherever its pieces end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 10 }), (cuts) => {
        const parser = new EventParser()
        const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length]
        const events = places.flatMap((place, i) => parser.push(STREAM.slice(place, places[i + 1] ?? place)))
        expect(events).toEqual(EVENTS)
        expect(parser.retryMs).toBe(3000)
      }),
    )
  })

  test('that is cut has no half event', () => {
    const parser = new EventParser()
    expect(parser.push('id: 1@a\nevent: position\ndata: {}\n')).toEqual([])
  })

  test('with a delay and a comment only has no event', () => {
    const parser = new EventParser()
    expect(parser.push('retry: 60000\n: too many connections are open\n\n')).toEqual([])
    expect(parser.retryMs).toBe(60_000)
  })
})
