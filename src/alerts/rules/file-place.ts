import { nearestName } from './nearest-name.ts'

const SHOWN_CHARACTERS = 60
/** So many mistyped names get a suggestion, because a file may have very many. */
const MOST_SUGGESTIONS = 200

export type Variables = Readonly<Record<string, string | undefined>>

/** What was found wrong with a file of rules. */
export class Findings {
  readonly problems: string[] = []
  readonly warnings: string[] = []
  #suggestions = 0

  /** The known name that an unknown one most likely means. */
  nearest(name: string, known: readonly string[]): string | undefined {
    return this.#suggestions++ < MOST_SUGGESTIONS ? nearestName(name, known) : undefined
  }

  /** Completes a message about an unknown name. */
  suggestion(name: string, known: readonly string[]): string {
    const meant = this.nearest(name, known)
    return meant === undefined ? '' : `; did you mean "${meant}"?`
  }
}

/** A place in the file of rules, at which problems are noted: `rules[3] "closing": where.board`. */
export class FilePlace {
  readonly findings: Findings
  readonly variables: Variables
  readonly #subject: string
  readonly #path: string

  constructor(findings: Findings, variables: Variables, subject = '', path = '') {
    this.findings = findings
    this.variables = variables
    this.#subject = subject
    this.#path = path
  }

  /** A rule or a channel, from which the paths of its keys begin anew. */
  subject(name: string): FilePlace {
    return new FilePlace(this.findings, this.variables, name)
  }

  key(name: string): FilePlace {
    return this.#at(this.#path === '' ? name : `${this.#path}.${name}`)
  }

  item(index: number): FilePlace {
    return this.#at(`${this.#path}[${index}]`)
  }

  /** `text` completes a sentence that begins with the place. Returns `undefined`, for values that cannot be used. */
  problem(text: string): undefined {
    this.findings.problems.push(this.#sentence(text))
    return undefined
  }

  mustBe(expected: string, value: unknown): undefined {
    return this.problem(`must be ${expected}; got ${shownValue(value)}`)
  }

  #at(path: string): FilePlace {
    return new FilePlace(this.findings, this.variables, this.#subject, path)
  }

  #sentence(text: string): string {
    if (this.#subject === '') return `${this.#path === '' ? 'the file' : this.#path} ${text}`
    return this.#path === '' ? `${this.#subject} ${text}` : `${this.#subject}: ${this.#path} ${text}`
  }
}

/** A value for a message. Lists and objects are not written out, because secrets may stand in them. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return shownName(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

export const shownName = (name: string): string =>
  JSON.stringify(name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name)
