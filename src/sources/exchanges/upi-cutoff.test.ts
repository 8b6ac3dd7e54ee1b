import { describe, expect, test } from 'vitest'
import { upiCutoff } from './offer.ts'

const CUTOFF = upiCutoff('upi-cutoff', null)

describe('the last moment for UPI mandates', () => {
  test.each([
    '02-Jul-2027 (upto 5:00 PM)',
    '02-Jul-2027(upto 5:00 PM) The cut-off time for UPI mandate acceptance is 05:00 PM on last day',
    '02-jul-2027 (upto 5:00 PM) The new cut-off time for UPI mandate acceptance is 05:00 PM on last day',
    '2-July-2027 (Upto 5.00 pm)',
    '02 JULY 2027 (up to 5 pm)',
    '02nd July 2027\n(upto 05.00 p.m.)',
    '02-Jul-2027 upto 5:00 PM',
  ])('is read from %j', (text) => {
    expect(CUTOFF.from(text)).toBe('2027-07-02T11:30:00.000Z')
  })

  test('at noon is not at midnight', () => {
    expect(CUTOFF.from('02-Jul-2027 (upto 12.00 PM)')).toBe('2027-07-02T06:30:00.000Z')
  })

  test.each([
    '05th Octomber 2027 (upto 5:00 PM)',
    '31-Jun-2027 (upto 5:00 PM)',
    '02-Jul-2027',
    '02-Jul-2027 (upto 5:00)',
    '02-Jul-2027 (upto 17:00 PM)',
    '02-Jul-2027 (upto 5:70 PM)',
    '02-Jul-2027 (upto 5:00 PM) extended to 6 PM',
    'upto 5:00 PM',
    '',
  ])('is not guessed from %j', (text) => {
    expect(CUTOFF.from(text)).toBeNull()
  })

  test.each<[string, boolean]>([
    ['2027-07-02', true],
    ['2027-07-01', true],
    ['2027-06-25', true],
    ['2027-07-03', false],
    ['2027-06-24', false],
    ['2028-07-02', false],
  ])('of an issue that closes on %s is plausible: %s', (closeDate, isPlausible) => {
    const cutoff = upiCutoff('upi-cutoff', closeDate).from('02-Jul-2027 (upto 5:00 PM)')
    expect(cutoff !== null).toBe(isPlausible)
  })
})
