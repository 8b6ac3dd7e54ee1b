import { coinedWord } from '../../src/demo/names.ts'

const BUSINESSES = [
  'SECURITIES',
  'SHARE BROKERS',
  'FINCAP',
  'CAPITAL MARKETS',
  'INVESTMENTS',
  'VENTURES',
  'SMALL CAP FUND',
  'FAMILY TRUST',
  'COMMODITIES',
] as const
const FORMS = [
  'LLP',
  'PRIVATE LIMITED',
  'LIMITED',
  'INDIA',
  'SERIES I',
  'SERIES II',
  'GLOBAL',
  'AND SONS',
] as const
const WORDS = 280
/** The number of invented clients. */
const CLIENTS = WORDS * BUSINESSES.length * FORMS.length

/** All invented clients, in capitals as the exchanges print them. */
export const CLIENT_NAMES: readonly string[] = Array.from({ length: CLIENTS }, (_, n) => {
  const kind = Math.floor(n / WORDS)
  const business = BUSINESSES[kind % BUSINESSES.length]
  const form = FORMS[Math.floor(kind / BUSINESSES.length)]
  return `${coinedWord(n).word.toUpperCase()} ${business} ${form}`
})
