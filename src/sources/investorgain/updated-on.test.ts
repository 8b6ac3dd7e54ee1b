import { expect, test } from 'vitest'
import { updatedOn } from './updated-on.ts'

test.each([
  ['12-Mar 19:45', '2031-03-12T14:30:00Z', '2031-03-12', '2031-03-12T14:15:00.000Z'],
  ['2-Mar 9:05', '2031-03-12T14:30:00Z', '2031-03-02', '2031-03-02T03:35:00.000Z'],
  ['30-Dec 23:10', '2031-01-02T04:00:00Z', '2030-12-30', '2030-12-30T17:40:00.000Z'],
  ['1-Jan 0:10', '2030-12-31T19:00:00Z', '2031-01-01', '2030-12-31T18:40:00.000Z'],
  ['20-Jul 10:00', '2031-03-12T14:30:00Z', '2030-07-20', '2030-07-20T04:30:00.000Z'],
  ['12-Mar 20:04', '2031-03-12T14:30:00Z', '2031-03-12', null],
])('%s read at %s is of %s', (text, fetchedAt, observedAt, reportedAt) => {
  expect(updatedOn(text, fetchedAt.replace('Z', '.000Z'))).toEqual({ observedAt, reportedAt })
})

test.each([
  ['tomorrow', '13-Mar 0:05'],
  ['no such day', '31-Feb 10:00'],
  ['no such time', '2-Mar 25:00'],
  ['no time of day', '2-Mar'],
  ['words', 'just now'],
])('%s is no stamp', (_name, text) => {
  expect(updatedOn(text, '2031-03-12T14:30:00.000Z')).toBeNull()
})
