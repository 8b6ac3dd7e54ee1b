import { TextPlace } from './text-place.ts'

/** The file of rules nests six lists and objects; a limit keeps the recursion below from using up the stack. */
const DEEPEST = 40
const BLANK = ' \t\n\r'
/** `\d` and the rest are disjoint, so the expression takes linear time. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORDS = ['true', 'false', 'null']

class JsonFault extends Error {}

/**
 * What is wrong with a text that should be JSON, each with its line and column: the first fault of syntax, and keys that
 * occur twice, of which `JSON.parse` would drop the first without a word. The contents are not shown, as they may be secret.
 */
export function jsonFaults(text: string): string[] {
  const scanner = new JsonScanner(text)
  try {
    scanner.document()
    return scanner.repeatedKeys
  } catch (error) {
    if (error instanceof JsonFault) return [...scanner.repeatedKeys, error.message]
    throw error
  }
}

class JsonScanner {
  readonly repeatedKeys: string[] = []
  readonly #text: string
  readonly #place: TextPlace
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
    this.#place = new TextPlace(text)
  }

  document(): void {
    this.#skipBlank()
    if (this.#isAtEnd()) throw this.#fault('the file is empty')
    this.#value()
    if (!this.#isAtEnd()) throw this.#fault('the file must end here, after the first object')
  }

  #value(): void {
    const first = this.#text[this.#at]
    if (first === '{') this.#members()
    else if (first === '[') this.#elements()
    else if (first === '"') this.#string()
    else this.#wordOrNumber()
    this.#skipBlank()
  }

  #wordOrNumber(): void {
    const word = WORDS.find((each) => this.#text.startsWith(each, this.#at))
    NUMBER.lastIndex = this.#at
    const length = word?.length ?? NUMBER.exec(this.#text)?.[0].length
    if (length === undefined) throw this.#fault(this.#expected('a value'))
    this.#at += length
  }

  #members(): void {
    const keys = new Set<string>()
    this.#group('}', () => {
      if (this.#text[this.#at] !== '"') throw this.#fault(this.#expected('a key in double quotes'))
      const start = this.#at
      const key = this.#string()
      if (keys.has(key)) this.repeatedKeys.push(this.#message(start, 'this key occurs twice in one object'))
      keys.add(key)
      this.#skipBlank()
      if (this.#text[this.#at] !== ':') throw this.#fault(this.#expected('a colon after the key'))
      this.#at++
      this.#skipBlank()
      this.#value()
    })
  }

  #elements(): void {
    this.#group(']', () => this.#value())
  }

  /** The parts of a list or an object, separated by commas. */
  #group(end: '}' | ']', part: () => void): void {
    if (++this.#depth > DEEPEST) throw this.#fault(`more than ${DEEPEST} lists and objects in each other`)
    this.#at++
    this.#skipBlank()
    if (this.#text[this.#at] !== end)
      for (;;) {
        part()
        if (this.#text[this.#at] === end) break
        if (this.#text[this.#at] !== ',')
          throw this.#fault(this.#lacksComma() ?? this.#expected(`a comma or ${end}`))
        const comma = this.#at++
        this.#skipBlank()
        if (this.#text[this.#at] === end)
          throw new JsonFault(this.#message(comma, `remove the comma before ${end}`))
      }
    this.#at++
    this.#depth--
  }

  /** After a blank, a quote or bracket begins the next part; without one, it may be a stray one. */
  #lacksComma(): string | undefined {
    const [before = '', found = ''] = this.#text.slice(this.#at - 1, this.#at + 1)
    return BLANK.includes(before) && ['"', '{', '['].includes(found)
      ? 'a comma is missing before this'
      : undefined
  }

  #string(): string {
    const start = this.#at
    for (this.#at++; !this.#isAtEnd(); this.#at++) {
      const character = this.#text[this.#at] ?? ''
      if (character === '"') return this.#decoded(start, ++this.#at)
      if (character < ' ')
        throw character === '\n' || character === '\r'
          ? new JsonFault(this.#message(start, 'this text has no closing quote on its line'))
          : this.#fault('a tab or control character in a text must be written as \\t or \\u0000')
      if (character === '\\') this.#at++
    }
    throw new JsonFault(this.#message(start, 'this text has no closing quote'))
  }

  #decoded(start: number, end: number): string {
    const quoted = this.#text.slice(start, end)
    if (!quoted.includes('\\')) return quoted.slice(1, -1)
    try {
      return JSON.parse(quoted)
    } catch {
      throw new JsonFault(
        this.#message(start, 'this text has a backslash that begins no escape; a backslash is written \\\\'),
      )
    }
  }

  #expected(what: string): string {
    const found = this.#text[this.#at]
    if (found === undefined) return `the file ends too early: ${what} is missing`
    if (found === "'") return `expected ${what}; texts stand in double quotes`
    if (found === '/' || found === '#') return `expected ${what}; JSON has no comments`
    return `expected ${what}`
  }

  #skipBlank(): void {
    while (!this.#isAtEnd() && BLANK.includes(this.#text[this.#at] ?? '')) this.#at++
  }

  readonly #isAtEnd = (): boolean => this.#at >= this.#text.length
  readonly #fault = (text: string): JsonFault => new JsonFault(this.#message(this.#at, text))
  readonly #message = (at: number, text: string): string => `${this.#place.of(at)}: ${text}`
}
