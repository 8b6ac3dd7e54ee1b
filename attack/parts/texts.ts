import { chance, pick, type Random } from '../../src/demo/seeded.ts'
import type { AttackPart, AttackRun } from '../part.ts'
import { type EntryPoint, entryPoints, type Format, orRefuse } from '../texts/entry-points.ts'
import { callAtMost, NeverEnds, steepGrowth } from '../texts/growth.ts'

/** So long that a quadratic function does not end, while a linear one takes milliseconds. */
const ONE_LENGTH = 200_000

/** Long and repetitive texts at every place where text comes in from outside. */
export const texts: AttackPart = {
  name: 'texts',
  about: 'long and repetitive texts wherever text comes in from outside',
  unit: 'texts',
  // Each reader gets every usual piece, and some combinations.
  fullCount: 8_000,
  sampleCount: 80,
  run: attack,
}

/** Every reader reads one text; then the growth of its time is measured with one text after the other. */
async function attack({ count, random, say }: AttackRun) {
  const all = entryPoints()
  const failures: string[] = []
  for (let i = 0; i < count; i++) {
    const point = all[i % all.length]
    if (!point) break
    const round = Math.floor(i / all.length)
    const text = hostileText(point, round, random)
    const fault = faultOf(point, text, round > 0)
    if (fault !== undefined) failures.push(`${point.name}, ${description(text)}: ${fault}`)
    if (i % 1000 === 999) say(`${i + 1} texts, ${failures.length} failures`)
  }
  return { tried: count, failures }
}

/** A text of any length: a start, a repeated piece, an end; and the sample with gaps, into which it is put. */
interface HostileText {
  readonly start: string
  readonly unit: string
  readonly end: string
  readonly around: readonly string[]
  readonly format: Format
}

/** The parts of a sample that a text can take the place of: values, keys and cells. */
const PLACES: Readonly<Record<Format, RegExp>> = {
  json: /(?<=")(?:[^"\\]|\\.)+(?=")/g,
  csv: /[^,\n]+/g,
  html: /(?<=>)[^<>]+(?=<)|(?<==")[^"]+(?=")/g,
  text: /[^\s;,:=/?&]+/g,
}
/** The pieces that a sample consists of. */
const PIECES = /\p{L}+|\p{N}+|<[^<>]+>|[^\p{L}\p{N}<>]+/gu
/** Pieces that are slow for regular expressions and loops when repeated: spaces, marks, digits, letters, brackets. */
const USUAL_PIECES: readonly string[] = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    '\u0000',
    '\u0301',
    '\u0315\u0300',
    '\ufeff',
    '\ud800',
    '\u0130',
    '😀',
  ],
  ...'. , - – ( ) () (( [ ] " "" \' / // \\ | @ : ; = % %20 & ? # * _ + < > { :: [[ é ₹ Rs. 0 1 12 1, 1.'.split(
    ' ',
  ),
  ...['1 ', '- ', 'a', 'A', 'a ', '<br>', '<td>', '<table>', '{"a":', 'W/"a",'],
]

/** The share of the places of a sample that get the text, beside one: readers refuse a row at its first bad cell. */
const SHARES = [0, 0, 0.2, 0.5]

/** First with spaces and the usual pieces one by one, then with combinations of these and of pieces of the sample. */
function hostileText({ sample, format }: EntryPoint, round: number, random: Random): HostileText {
  const own = sample.match(PIECES) ?? []
  const piece = () => pick(random, [...pick(random, [USUAL_PIECES, own]), ' '])
  const some = () => (chance(random, 0.4) ? '' : piece())
  const text = {
    start: some() + some(),
    unit: USUAL_PIECES[round] ?? Array.from({ length: pick(random, [1, 2, 3]) }, piece).join(''),
    end: some() + some(),
  }
  const places = [...sample.matchAll(PLACES[format])]
  if (places.length === 0 || chance(random, 0.1)) return { ...text, around: ['', ''], format: 'text' }
  const [one, share] = [pick(random, places), pick(random, SHARES)]
  const around = ['']
  let at = 0
  for (const place of places) {
    if (place !== one && !chance(random, share)) continue
    const [{ index, 0: replaced }, gap] = [place, around.length - 1]
    // What the place held stays before or behind the text, or goes.
    const [left, right] = pick(random, [
      ['', ''],
      [replaced, ''],
      ['', replaced],
    ] as const)
    around[gap] += sample.slice(at, index) + left
    around.push(right)
    at = index + replaced.length
  }
  around[around.length - 1] += sample.slice(at)
  return { ...text, around, format }
}

function textOf({ start, unit, end, around, format }: HostileText, length: number): string {
  const times = Math.ceil(length / (around.length - 1) / unit.length)
  const text = start + unit.repeat(times) + end
  return around.join(format === 'json' ? JSON.stringify(text).slice(1, -1) : text)
}

const description = ({ start, unit, end, around }: HostileText): string =>
  `${JSON.stringify(start)} + ${JSON.stringify(unit)} repeated + ${JSON.stringify(end)}, after ${around
    .slice(0, -1)
    .map((before) => JSON.stringify(before.slice(-30)))
    .slice(0, 3)}`

/** What is wrong with the time that a text takes; `undefined` if nothing is. */
function faultOf({ read }: EntryPoint, text: HostileText, isGrowthMeasured: boolean): string | undefined {
  const reading = (length: number) => {
    const whole = textOf(text, length)
    return () => orRefuse(() => read(whole))
  }
  try {
    if (!isGrowthMeasured) return void callAtMost(reading(ONE_LENGTH))
    const steep = steepGrowth(reading)
    return steep && `the time grows more than linearly (${steep})`
  } catch (error) {
    return error instanceof NeverEnds ? error.message : `it threw ${error}`
  }
}
