import { modulo } from './seeded.ts'

// All words are coined: no company of these names is known to us. The first four letters of each beginning and the
// first three of each ending differ, so that tickers made of them do.
const BEGINNINGS = [
  ...['Aaru', 'Bhavo', 'Chitro', 'Devani', 'Ekali', 'Garuni', 'Harvi', 'Ishto', 'Jalvi', 'Kesho'],
  ...['Lavani', 'Mihiro', 'Navori', 'Ojaso', 'Pranvi', 'Rudani', 'Sahyo', 'Tarvi', 'Urvano', 'Yashvo'],
]
const ENDINGS = [
  ...['dhara', 'gadh', 'kosh', 'lok', 'mani', 'nath', 'pura'],
  ...['rang', 'setu', 'tara', 'vani', 'warh', 'yantra', 'zeel'],
]
const BUSINESSES = [
  ...['Agro Foods', 'Auto Components', 'Cables', 'Ceramics', 'Dairy', 'Diagnostics', 'Electronics'],
  ...['Engineering', 'Healthcare', 'Hotels', 'Infra Projects', 'Jewels', 'Logistics', 'Marine Exports'],
  ...['Packaging', 'Pharma Sciences', 'Polymers', 'Renewables', 'Seeds', 'Software Labs'],
  ...['Speciality Chemicals', 'Steel Tubes', 'Textiles', 'Housing Finance'],
]

const WORD_COUNT = BEGINNINGS.length * ENDINGS.length
/** The number of names before one repeats: enough for more than fifteen years. */
export const NAME_COUNT = WORD_COUNT * BUSINESSES.length
/** The step between names: coprime to the count, so that each name occurs once, and near the golden ratio of it. */
const STEP = 4153

/** The element at a place of a list that begins again after its end. */
export function cycled<T>(list: readonly T[], place: number): T {
  const element = list[modulo(place, list.length)]
  if (element === undefined) throw new RangeError('the list is empty')
  return element
}

/** The n-th invented word, such as `Navorisetu`, and the first seven letters of its tickers. */
export function coinedWord(n: number) {
  const beginning = cycled(BEGINNINGS, n)
  const ending = cycled(ENDINGS, Math.floor(n / BEGINNINGS.length))
  return {
    word: `${beginning}${ending}`,
    letters: `${beginning.slice(0, 4)}${ending.slice(0, 3)}`.toUpperCase(),
  }
}

/** The business is what the company does, which is part of its name. */
export function coinedCompany(n: number, business: string) {
  const { word, letters } = coinedWord(n)
  return {
    name: `${word} ${business} Limited`,
    ticker: `${letters}${business.slice(0, 3).toUpperCase()}`,
    business,
  }
}

export function companyName(index: number) {
  const place = modulo(index * STEP, NAME_COUNT)
  return coinedCompany(place, cycled(BUSINESSES, Math.floor(place / WORD_COUNT)))
}
