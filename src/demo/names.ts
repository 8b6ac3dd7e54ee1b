import { modulo } from './seeded.ts'

// All words are coined: no company of these names is known to us. The first four letters of each beginning and the
// first three of each ending differ, so that tickers made of them do.
const BEGINNINGS = [
  'Aaru',
  'Bhavo',
  'Chitro',
  'Devani',
  'Ekali',
  'Garuni',
  'Harvi',
  'Ishto',
  'Jalvi',
  'Kesho',
  'Lavani',
  'Mihiro',
  'Navori',
  'Ojaso',
  'Pranvi',
  'Rudani',
  'Sahyo',
  'Tarvi',
  'Urvano',
  'Yashvo',
] as const
const ENDINGS = [
  'dhara',
  'gadh',
  'kosh',
  'lok',
  'mani',
  'nath',
  'pura',
  'rang',
  'setu',
  'tara',
  'vani',
  'warh',
  'yantra',
  'zeel',
] as const
const BUSINESSES = [
  'Agro Foods',
  'Auto Components',
  'Cables',
  'Ceramics',
  'Dairy',
  'Diagnostics',
  'Electronics',
  'Engineering',
  'Healthcare',
  'Hotels',
  'Infra Projects',
  'Jewels',
  'Logistics',
  'Marine Exports',
  'Packaging',
  'Pharma Sciences',
  'Polymers',
  'Renewables',
  'Seeds',
  'Software Labs',
  'Speciality Chemicals',
  'Steel Tubes',
  'Textiles',
  'Housing Finance',
] as const

const WORD_COUNT = BEGINNINGS.length * ENDINGS.length
/** The number of names before one repeats: enough for more than fifteen years. */
export const NAME_COUNT = WORD_COUNT * BUSINESSES.length
/** The step between names: coprime to the count, so that each name occurs once, and near the golden ratio of it. */
const STEP = 4153

interface CoinedName {
  readonly name: string
  readonly ticker: string
  /** What the company does, which is part of its name. */
  readonly business: string
}

/** The n-th invented word, such as `Navorisetu`, and the first seven letters of its tickers. */
export function coinedWord(n: number): { word: string; letters: string } {
  const at = modulo(n, WORD_COUNT)
  const beginning = BEGINNINGS[at % BEGINNINGS.length] ?? BEGINNINGS[0]
  const ending = ENDINGS[Math.floor(at / BEGINNINGS.length)] ?? ENDINGS[0]
  return {
    word: `${beginning}${ending}`,
    letters: `${beginning.slice(0, 4)}${ending.slice(0, 3)}`.toUpperCase(),
  }
}

export function coinedCompany(word: number, business: string): CoinedName {
  const coined = coinedWord(word)
  return {
    name: `${coined.word} ${business} Limited`,
    ticker: `${coined.letters}${business.slice(0, 3).toUpperCase()}`,
    business,
  }
}

export function companyName(index: number): CoinedName {
  const at = modulo(index * STEP, NAME_COUNT)
  const business = BUSINESSES[Math.floor(at / WORD_COUNT)] ?? BUSINESSES[0]
  return coinedCompany(at, business)
}
