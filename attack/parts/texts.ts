import { chance, pick, type Random } from '../../src/demo/seeded.ts'
import type { AttackPart, AttackRun } from '../part.ts'
import { type EntryPoint, entryPoints, type Format, orRefuse } from '../texts/entry-points.ts'
import { NeverEnds, steepGrowth } from '../texts/growth.ts'

/** Long and repetitive texts at every place where text comes in from outside. */
export const texts: AttackPart = {
  name: 'texts',
  about: 'long and repetitive texts wherever text comes in from outside',
  unit: 'texts',
  fullCount: 20_000,
  sampleCount: 100,
  run: attack,
}

/** Places in plain texts come up so many times more often than those in documents. */
const OF_SHORT_TEXTS = 5

/** Every place gets a run of spaces, and then one text after the other. */
async function attack({ count, random, tried, fail }: AttackRun): Promise<void> {
  const points = entryPoints()
  // Documents have ten times as many places as all requests and answers, which are read by as many readers.
  const places = points.flatMap(placesIn)
  const inShortTexts = places.filter(({ point }) => point.format === 'text')
  const inTurn = [...places, ...Array.from({ length: OF_SHORT_TEXTS - 1 }, () => inShortTexts).flat()]
  for (let i = 0; i < count; i++) {
    const place = inTurn[i % inTurn.length] as Place
    const text = hostileText(place, i < places.length, random)
    const fault = faultOf(place, text)
    if (fault !== undefined) fail(`${place.point.name}, ${description(place, text)}: ${fault}`)
    tried()
  }
}

/** A part of a sample that a text can take the place of: a value, a key, a cell, or the whole. */
interface Place {
  readonly point: EntryPoint
  readonly before: string
  readonly held: string
  readonly after: string
  readonly isInJson: boolean
}

const PLACES: Readonly<Record<Format, RegExp>> = {
  json: /(?<=")(?:[^"\\]|\\.)+(?=")/g,
  csv: /[^,\n]+/g,
  html: /(?<=>)[^<>]+(?=<)|(?<==")[^"]+(?=")/g,
  text: /[^\s;,:=/?&]+/g,
}
/** Places with the same text before them, such as those of one key in several rows, are read in the same way. */
const CONTEXT = 16

function placesIn(point: EntryPoint): Place[] {
  const { sample, format } = point
  const whole: Place = { point, before: '', held: sample, after: '', isInJson: false }
  const inner = [...sample.matchAll(PLACES[format])].map(({ index, 0: held }): [string, Place] => [
    `${sample.slice(Math.max(0, index - CONTEXT), index)}${held.slice(0, 1)}`.replace(/\d/g, '0'),
    {
      ...{ point, held, before: sample.slice(0, index), after: sample.slice(index + held.length) },
      isInJson: format === 'json',
    },
  ])
  return [whole, ...new Map(inner).values()]
}

/** A text of any length: a start, a repeated piece, an end. */
interface HostileText {
  readonly start: string
  readonly unit: string
  readonly end: string
}

/** The pieces that a sample consists of. */
const PIECES = /\p{L}+|\p{N}+|<[^<>]+>|[^\p{L}\p{N}<>]+/gu
/** Pieces that are slow for regular expressions and loops when repeated: spaces, marks, digits, letters, brackets. */
const USUAL_PIECES: readonly string[] = [
  ...['\t', '\n', '\r\n', '\u00a0', '\u0000', '\u0301', '\u0315\u0300', '\ufeff', '\ud800', '\u0130', '😀'],
  ...'. , - – ( ) () (( [ ] " "" \' / // \\ | @ : ; = % %20 & ? # * _ + < > { :: [[ é ₹ Rs. 0 1 12 1, 1.'.split(
    ' ',
  ),
  ...['1 ', '- ', 'a', 'A', 'a ', '<br>', '<td>', '<table>', '{"a":', 'W/"a",'],
]

function hostileText({ held, point }: Place, isFirst: boolean, random: Random): HostileText {
  const isShort = point.format === 'text'
  const own = (isShort || chance(random, 0.5) ? point.sample : held).match(PIECES) ?? [' ']
  const piece = () => pick(random, pick(random, [[' '], USUAL_PIECES, isShort ? own : USUAL_PIECES, own]))
  const some = () => (chance(random, 0.4) ? '' : piece())
  // What the place held stays before or behind the text, or goes.
  const [left, right] = pick(random, [
    ['', ''],
    [held, ''],
    ['', held],
  ] as const)
  const unit = Array.from({ length: pick(random, [1, 1, 1, 2, 3]) }, piece).join('')
  return { start: left + some(), unit: isFirst ? ' ' : unit, end: some() + some() + right }
}

function textOf(
  { before, after, isInJson }: Place,
  { start, unit, end }: HostileText,
  length: number,
): string {
  const text = start + unit.repeat(Math.ceil(length / unit.length)) + end
  return before + (isInJson ? JSON.stringify(text).slice(1, -1) : text) + after
}

function description({ before }: Place, { start, unit, end }: HostileText): string {
  const [begins, repeated, ends] = [start, unit, end].map((text) => JSON.stringify(text.slice(0, 60)))
  return `${begins} + ${repeated} repeated + ${ends}, after ${JSON.stringify(before.slice(-40))}`
}

/** What is wrong with the time that a text takes; `undefined` if nothing is. */
function faultOf(place: Place, text: HostileText): string | undefined {
  const reading = (length: number) => {
    const whole = textOf(place, text, length)
    return () => orRefuse(() => place.point.read(whole))
  }
  try {
    const steep = steepGrowth(reading)
    return steep && `the time grows more than linearly (${steep})`
  } catch (error) {
    return error instanceof NeverEnds ? error.message : `it threw ${error}`
  }
}
