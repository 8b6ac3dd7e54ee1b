/** The most bytes of an answer, as JSON in UTF-8. */
export const ANSWER_BYTES = 8192

export const bytesOf = (answer: object): number => Buffer.byteLength(JSON.stringify(answer))

const fits = (answer: object): boolean => bytesOf(answer) <= ANSWER_BYTES

/** Lists of an answer by name, in the order in which they get room. */
export type Lists<Name extends string = string> = Readonly<Record<Name, readonly unknown[]>>

type Counts = Record<string, number>

/**
 * An answer that fits, with as many entries from the beginning of each list as there is room for, and how many these are. Each list
 * keeps its first entry; where even these are too long, texts and lists within the answer are shortened.
 */
export function fitted<Name extends string>(
  lists: Lists<Name>,
  build: (shown: Lists<Name>) => object,
): { readonly answer: object; readonly shown: Readonly<Record<Name, number>> } {
  const answerWith = (counts: Counts) =>
    build(mapped(lists, (list, name) => list.slice(0, counts[name])) as unknown as Lists<Name>)
  const shown = mapped(lists, (list) => list.length) as Record<Name, number>
  const whole = answerWith(shown)
  if (fits(whole)) return { answer: whole, shown }
  const wanted = { ...shown }
  for (const name of namesOf(lists)) shown[name] = Math.min(1, wanted[name])
  for (const name of namesOf(lists))
    shown[name] = mostThatFit(shown[name], wanted[name], (count) => answerWith({ ...shown, [name]: count }))
  return { answer: withShortTexts(answerWith(shown)), shown }
}

const namesOf = <Name extends string>(lists: Lists<Name>) => Object.keys(lists) as Name[]

const mapped = <V, W>(values: Readonly<Record<string, V>>, convert: (value: V, name: string) => W) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value, name)]))

/** The highest count whose answer fits, by binary search; `least` where none does. */
function mostThatFit(least: number, most: number, answerWith: (count: number) => object): number {
  let [found, tooMany] = [least, most + 1]
  while (tooMany - found > 1) {
    const middle = Math.floor((found + tooMany) / 2)
    if (fits(answerWith(middle))) found = middle
    else tooMany = middle
  }
  return found
}

/** What must stay as it is to be of use: identifiers, what is given back in a later call, and the notice. */
const NEVER_SHORTENED: ReadonlySet<string> = new Set([
  'slug',
  'page',
  'allotmentUrl',
  'next',
  'since',
  'position',
  'disclaimer',
])

/** Bytes of texts and lengths of lists to try. Dates, days and enumerated values are shorter than the shortest text. */
const STEPS = [
  { bytes: 400, entries: 50 },
  { bytes: 150, entries: 20 },
  { bytes: 60, entries: 8 },
  { bytes: 30, entries: 3 },
  { bytes: 30, entries: 1 },
] as const

const SHORTENED = 'Long texts (ending in …) and long lists within entries were cut. Ask for less at once.'

/** An answer that is still too long, with shorter texts, and shorter lists within entries. */
function withShortTexts(answer: object): object {
  let short = answer
  for (const step of STEPS) {
    if (fits(short)) break
    short = { ...(shortened(answer, step) as object), shortened: SHORTENED }
  }
  return short
}

function shortened(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') return shortText(value, step.bytes)
  if (Array.isArray(value)) return value.slice(0, step.entries).map((each) => shortened(each, step))
  if (typeof value !== 'object' || value === null) return value
  return mapped(value as Record<string, unknown>, (field, name) =>
    NEVER_SHORTENED.has(name) && typeof field === 'string' ? field : shortened(field, step),
  )
}

/** As many whole characters as fit, as JSON in UTF-8, with an ellipsis where some are left out. */
function shortText(text: string, most: number): string {
  if (writtenBytes(text) <= most) return text
  let short = ''
  let left = most - writtenBytes(ELLIPSIS)
  for (const character of text) {
    left -= writtenBytes(character)
    if (left < 0) break
    short += character
  }
  return short + ELLIPSIS
}

const ELLIPSIS = '…'

const writtenBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2
