import { UpstreamFault } from '../../src/collect/download/upstream-fault.ts'
import { BadMessage } from '../../src/mcp/message-body.ts'
import { Problem } from '../../src/request/problems.ts'
import { BadCell } from '../../src/sources/parsing/row.ts'
import { Unreadable } from '../../src/sources/source.ts'
import { BadTableFile } from '../../src/sources/table-file/table-file.ts'
import type { AttackPart, AttackRun } from '../part.ts'
import { callAtMost, NeverEnds, steepGrowth } from '../texts/growth.ts'
import { type HostileText, hostileText, textDescription, textOfLength } from '../texts/hostile-texts.ts'
import { TEXT_READERS } from '../texts/table.ts'
import type { TextReader } from '../texts/text-reader.ts'

/** So long that a quadratic function does not end, while a linear one takes milliseconds. */
const ONE_LENGTH = 200_000
const REFUSALS = [Unreadable, BadCell, Problem, BadTableFile, UpstreamFault, BadMessage]

/** Calls a function; an error it throws is a valid result. */
function readOrRefuse(read: TextReader['read'], text: string): void {
  try {
    read(text)
  } catch (error) {
    if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error
  }
}

/** The fault of a function with a text; `undefined` if there is none. */
function faultWith({ read }: TextReader, text: HostileText, isGrowthJudged: boolean): string | undefined {
  try {
    if (!isGrowthJudged) {
      callAtMost(() => readOrRefuse(read, textOfLength(text, ONE_LENGTH)))
      return undefined
    }
    const steep = steepGrowth((length) => {
      const whole = textOfLength(text, length)
      return () => readOrRefuse(read, whole)
    })
    return steep && `the time grows more than linearly (${steep})`
  } catch (error) {
    return error instanceof NeverEnds ? error.message : `it threw ${error}`
  }
}

/** Every function is called once; then the growth of its time is measured with one text after the other. */
async function run({ count, random, say }: AttackRun) {
  const failures: string[] = []
  for (let i = 0; i < count; i++) {
    const round = Math.floor(i / TEXT_READERS.length)
    const reader = TEXT_READERS[i % TEXT_READERS.length]
    if (!reader) break
    const text = hostileText(round, reader.pieces ?? [], random)
    const fault = faultWith(reader, text, round > 0)
    if (fault !== undefined) failures.push(`${reader.of} of ${textDescription(text)}: ${fault}`)
    if (i % 1000 === 999) say(`${i + 1} texts, ${failures.length} failures`)
  }
  return { tried: count, failures }
}

/** Long and repetitive texts, in every function that receives text from outside. */
export const texts: AttackPart = {
  name: 'texts',
  about: 'long and repetitive texts in every function that receives text from outside',
  unit: 'texts',
  // Each function gets every usual piece, and some combinations.
  fullCount: 100 * TEXT_READERS.length,
  sampleCount: TEXT_READERS.length,
  run,
}
