import { type Node, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import { invariant } from '../../invariant.ts'

/** What is wrong at a place of a text. */
export interface Problem {
  readonly offset: number
  readonly text: string
}

/** The file of rules nests six lists and objects; a limit keeps the parser from using up the stack. */
const DEEPEST = 40
const STRICT = { disallowComments: true }

class JsonFault extends Error {
  readonly problem: Problem

  constructor(offset: number, text: string) {
    super(text)
    this.problem = { offset, text }
  }
}

/** The values of a JSON text, each with its place; or the first fault of the text, whose words show nothing of it. */
export function parseJson(text: string): Node | Problem {
  let depth = 0
  const deeper = (offset: number): void => {
    if (++depth > DEEPEST) throw new JsonFault(offset, `more than ${DEEPEST} lists and objects in each other`)
  }
  const shallower = (): void => {
    depth--
  }
  try {
    visit(
      text,
      {
        onObjectBegin: deeper,
        onArrayBegin: deeper,
        onObjectEnd: shallower,
        onArrayEnd: shallower,
        onError: (code, offset) => {
          throw faultAt(text, offset, printParseErrorCode(code))
        },
      },
      STRICT,
    )
  } catch (error) {
    if (error instanceof JsonFault) return error.problem
    throw error
  }
  return invariant(parseTree(text, [], STRICT), 'the value of a JSON text')
}

const NO_COMMENTS = 'JSON has no comments: remove this one'
const VALUE = 'expected a value: a text in double quotes, a number, true, false, null, a list or an object'
const FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not JSON: keys and texts stand in double quotes',
  InvalidCommentToken: NO_COMMENTS,
  UnexpectedEndOfString: 'this text has no closing quote on its line',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'this text has a \\u without the four digits of a character',
  InvalidEscapeCharacter: 'this text has a backslash that begins no escape; a backslash is written \\\\',
  InvalidCharacter: 'this text has a tab or control character, which must be written as \\t or \\u0000',
  PropertyNameExpected: 'expected a key in double quotes',
  ColonExpected: 'expected a colon after the key',
  CommaExpected: 'a comma is missing before this',
  EndOfFileExpected: 'the file must end here, after the first object',
}
const TIME_IN_QUOTES = 'a time stands in double quotes, such as "09:00"'
const MISSING_AT_END: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a key in double quotes',
  ColonExpected: 'a colon',
  CloseBraceExpected: '}',
  CloseBracketExpected: ']',
}

/** A fault in words. `code` is the name that the parser gives to it. */
function faultAt(text: string, offset: number, code: string): JsonFault {
  const before = text.slice(0, offset).trimEnd()
  const found = text.slice(offset, offset + 1)
  if (found === '') {
    const missing = MISSING_AT_END[code] ?? 'a value'
    return new JsonFault(
      offset,
      before === '' ? 'the file is empty' : `the file ends too early: ${missing} is missing`,
    )
  }
  if (before.endsWith(',') && ['}', ']'].includes(found))
    return new JsonFault(before.length - 1, `remove the comma before ${found}`)
  const isValue = before.endsWith(':') || before.endsWith('[')
  if (found === ',' && !isValue) return new JsonFault(offset, 'there is one comma too many')
  if (found === '#') return new JsonFault(offset, NO_COMMENTS)
  if (code === 'CommaExpected') {
    const digits = /\d{1,2}$/.exec(text.slice(Math.max(0, offset - 2), offset))?.[0] ?? ''
    if (/^\d\d?:\d/.test(digits + text.slice(offset, offset + 3)))
      return new JsonFault(offset - digits.length, TIME_IN_QUOTES)
    if (text[offset - 1] === '0' && /\d/.test(found))
      return new JsonFault(offset - 1, 'a number may not begin with 0')
    if (found === '}' || found === ']')
      return new JsonFault(offset, 'this bracket closes another kind than the one that is open')
  }
  if (found === '=') return new JsonFault(offset, FAULTS.ColonExpected ?? VALUE)
  return new JsonFault(offset, (code === 'InvalidSymbol' && isValue ? undefined : FAULTS[code]) ?? VALUE)
}

/** Begins each problem with its line and column, in the order of the text. Both count from 1, a column in UTF-16 units. */
export function withPlaces(text: string, problems: readonly Problem[]): string[] {
  let line = 1
  let start = 0
  let end = text.indexOf('\n')
  return problems
    .toSorted((a, b) => a.offset - b.offset)
    .map((problem) => {
      while (end >= 0 && end < problem.offset) {
        line++
        start = end + 1
        end = text.indexOf('\n', start)
      }
      return `line ${line}, column ${problem.offset - start + 1}: ${problem.text}`
    })
}
