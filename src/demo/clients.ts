import { coinedWord } from './names.ts'
import { chance, pick, type Random, shuffled } from './seeded.ts'

const HOUSES = [
  'Small Cap Fund',
  'Emerging Leaders Fund',
  'Multi Strategy Trust',
  'Growth Opportunities Fund',
  'Share Brokers LLP',
  'Securities Private Limited',
  'Stock Broking LLP',
  'Fincap Private Limited',
  'Market Makers LLP',
  'Family Trust',
] as const
const FUNDS = [
  'Life Insurance',
  'Pension Fund',
  'Flexi Cap Fund',
  'India Opportunities Fund',
  'Global Fund',
] as const
const GIVEN_NAMES = [
  'Anvita',
  'Bhaskar',
  'Chirag',
  'Dhwani',
  'Girish',
  'Hemlata',
  'Jatin',
  'Ketaki',
  'Lokesh',
  'Mrinal',
  'Nandita',
  'Omkar',
] as const
// Invented, like all names here.
const FAMILY_NAMES = [
  'Talverkar',
  'Morsundia',
  'Ghatvalkar',
  'Pendrani',
  'Vasrekar',
  'Kolhandia',
  'Ranvarkar',
  'Sundrapal',
  'Bilmodia',
  'Chandvelia',
  'Irvathi',
  'Jhelvani',
] as const

/** The words that clients' names begin with. They are few, so that names recur. */
const CLIENT_WORDS = Array.from({ length: 24 }, (_, n) => coinedWord(n * 11).word)

/** A client of a bulk deal: a broker, a small fund or a person. Exchanges print names in capitals. */
export function bulkClient(random: Random): string {
  const isPerson = chance(random, 0.35)
  const name = isPerson
    ? `${pick(random, GIVEN_NAMES)} ${pick(random, FAMILY_NAMES)}`
    : `${pick(random, CLIENT_WORDS)} ${pick(random, HOUSES)}`
  return name.toUpperCase()
}

/** Buyer and seller of a block deal: two different large funds. */
export function blockClients(random: Random): { buyer: string; seller: string } {
  const [buyer = '', seller = ''] = shuffled(random, CLIENT_WORDS).map(
    (word) => `${word} ${pick(random, FUNDS)}`,
  )
  return { buyer: buyer.toUpperCase(), seller: seller.toUpperCase() }
}
