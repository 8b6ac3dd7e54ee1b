import { describe, expect, test } from 'vitest'
import {
  isKnownToClient,
  isNoneMatch,
  isUnmodifiedSince,
  lastModifiedAt,
  lastModifiedUntil,
} from './modification.ts'

const at = (text: string) => Date.parse(`2026-01-14T${text}Z`)
const date = (text: string) => new Date(at(text)).toUTCString()

describe('Last-Modified', () => {
  test.each([
    ['a whole second, at once', '12:00:00.000', '12:00:00.000', '12:00:00.000'],
    ['a fraction: rounded down at first', '12:00:00.200', '12:00:00.300', '12:00:00.000'],
    [
      'still after its second, since a process may lack a change',
      '12:00:00.200',
      '12:01:00.999',
      '12:00:00.000',
    ],
    ['rounded up when every process has seen the second', '12:00:00.200', '12:01:01.000', '12:00:01.000'],
    ['never later than now', '12:00:01.050', '12:00:00.990', '12:00:00.000'],
  ])('is %s', (_name, modified, now, sent) => {
    expect(lastModifiedAt(at(modified), at(now))).toBe(at(sent))
  })

  test('changes exactly when stated', () => {
    const modifiedAt = at('12:00:00.200')
    let now = at('11:59:59.900')
    const sent = []
    for (; now !== Number.POSITIVE_INFINITY; now = lastModifiedUntil(modifiedAt, now))
      sent.push(lastModifiedAt(modifiedAt, now))
    expect(sent).toEqual(['11:59:59.000', '12:00:00.000', '12:00:01.000'].map(at))
  })
})

describe('If-Modified-Since', () => {
  const NOW = at('13:00:00.000')
  test.each([
    ['the date that we send', date('12:00:01.000'), true],
    ['the second of the change, which may have had another change before', date('12:00:00.000'), false],
    ['the second after it', date('12:00:02.000'), false],
    ['a minute later', date('12:01:01.000'), true],
    ['now', date('13:00:00.000'), true],
    ['a second ahead', date('13:00:01.000'), false],
    ['another weekday', date('12:00:01.000').replace('Wed', 'Thu'), false],
    ['another zone', date('12:00:01.000').replace('GMT', 'UTC'), false],
    ['ISO 8601', '2026-01-14T12:30:00.000Z', false],
    ['a number', '1768392000', false],
    ['nothing', '', false],
    ['a text of that length', 'x'.repeat(29), false],
    ['a long text', date('12:30:00.000').repeat(1000), false],
  ])('with %s: %s', (_name, header, isUnmodified) => {
    expect(isUnmodifiedSince(header, at('12:00:00.200'), NOW)).toBe(isUnmodified)
  })

  test('of an answer never hides another change of the same second, whenever either is sent', () => {
    for (const [first, second] of [
      ['12:00:00.200', '12:00:00.700'],
      ['12:00:00.000', '12:00:00.001'],
      ['12:00:00.999', '12:00:01.000'],
    ] as const)
      for (let now = at(first); now < at(second) + 60_000; now += 37) {
        const sent = new Date(lastModifiedAt(at(first), now)).toUTCString()
        expect(isUnmodifiedSince(sent, at(second), at('13:00:00.000')), `${first} ${now}`).toBe(false)
      }
  })

  test.each([
    ['a tag that matches, whatever the date', '"a"', date('11:00:00.000'), true],
    ['a tag that does not match, whatever the date', '"b"', date('12:30:00.000'), false],
    ['an empty tag', '', date('12:30:00.000'), false],
    ['no tag', undefined, date('12:30:00.000'), true],
    ['neither', undefined, undefined, false],
  ])('counts only alone: %s', (_name, ifNoneMatch, ifModifiedSince, isKnown) => {
    const validators = { etag: '"a"', modifiedAt: at('12:00:00.200') }
    expect(
      isKnownToClient(
        { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince },
        validators,
        NOW,
      ),
    ).toBe(isKnown)
  })

  test('has no effect where the tag alone identifies an answer', () => {
    const conditions = { ifNoneMatch: undefined, ifModifiedSince: date('12:30:00.000') }
    expect(isKnownToClient(conditions, { etag: '"a"', modifiedAt: null }, NOW)).toBe(false)
  })
})

describe('If-None-Match', () => {
  const ETAG = '"abc-br"'
  test.each<[string, string | undefined, boolean]>([
    ['is not given', undefined, false],
    ['is empty', '', false],
    ['names this representation', '"abc-br"', true],
    ['names it as weak, as some caches do', 'W/"abc-br"', true],
    ['names it within a list', '"x", "abc-br" ,"y"', true],
    ['names it in a list without blanks', '"x","abc-br"', true],
    ['is *', '*', true],
    ['is * with blanks around it', ' * ', true],
    ['names another body', '"abd-br"', false],
    ['names the same body in another encoding', '"abc-gzip"', false],
    ['names the same body without encoding', '"abc"', false],
    ['lacks the quotes', 'abc-br', false],
    ['has * within a list, where it means nothing', '"x", *', false],
    ['names a tag that contains this one', '"x-abc-br"', false],
  ])('%s', (_name, ifNoneMatch, isMatch) => {
    expect(isNoneMatch(ifNoneMatch, ETAG)).toBe(isMatch)
  })
})
