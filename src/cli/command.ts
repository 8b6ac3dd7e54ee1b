import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Instant } from '../market/calendar.ts'
import { joined } from '../texts/format.ts'

/** The environment of a command: variables, streams and clock. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly now: () => Instant
}

/** Exit codes: 0 success, 1 failure, 2 wrong arguments or settings. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A wrong command line; the message says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A kind of value: how a text of the command line becomes one. */
export interface Kind<T> {
  /** What stands for it in the usage, such as TIME. */
  readonly shown: string
  /** Completes the sentence "--as-of must be ...". */
  readonly expected: string
  /** `undefined` for a text that is no such value. */
  readonly read: (text: string, now: () => Instant) => T | undefined
}

export interface Argument {
  readonly kind: Kind<unknown>
  readonly help: string
  readonly isOptional?: boolean
  /** Any number of them, also none. */
  readonly isRepeated?: boolean
}

/** An option is a switch if it has no kind. Its key `asOf` is written `--as-of`. */
export interface Option {
  readonly kind?: Kind<unknown>
  readonly help: string
  readonly standard?: string
  readonly isRequired?: boolean
}

export type Arguments = Readonly<Record<string, Argument>>
export type Options = Readonly<Record<string, Option>>

type ArgumentValue<A> = A extends { readonly kind: Kind<infer T> }
  ? A extends { readonly isRepeated: true }
    ? readonly T[]
    : A extends { readonly isOptional: true }
      ? T | undefined
      : T
  : never
type OptionValue<O> = O extends { readonly kind: Kind<infer T> }
  ? O extends { readonly standard: string } | { readonly isRequired: true }
    ? T
    : T | undefined
  : boolean
export type ValuesOf<A, O> = { readonly [K in keyof A]: ArgumentValue<A[K]> } & {
  readonly [K in keyof O]: OptionValue<O[K]>
}

interface Described {
  /** Paragraphs, with a blank line between them. */
  readonly about: string
  /** What exit codes 0 and 1 mean; 2 is the same for every command. */
  readonly exits: readonly [done: string, failed: string]
}

/** A command: its arguments, options and help, and what it does with their values. */
interface Definition<A extends Arguments, O extends Options> extends Described {
  /** One line for the help of the group that it belongs to. */
  readonly summary?: string
  readonly arguments?: A
  readonly options?: O
  /** What follows "greymark COMMAND" in each example. */
  readonly examples?: readonly string[]
  /** A list at the end of the help. */
  readonly list?: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  readonly run: (values: ValuesOf<A, O>, terminal: Terminal) => Promise<ExitCode>
}

export type Command = Omit<Definition<Arguments, Options>, 'run'> & {
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>
}

/** A command whose first argument is the name of another one. */
export interface CommandGroup extends Described {
  readonly commands: Readonly<Record<string, Command>>
  /** The one that runs without a name. */
  readonly standard?: string
  readonly run: Command['run']
}

export const defineCommand = <const A extends Arguments, const O extends Options>(
  definition: Definition<A, O>,
): Command => ({
  ...definition,
  run: (args, terminal) =>
    definition.run(valuesOf(definition, args, terminal.now) as ValuesOf<A, O>, terminal),
})

export function defineGroup(group: Omit<CommandGroup, 'run'>): CommandGroup {
  const { commands, standard } = group
  const options = Object.assign({}, ...Object.values(commands).map((command) => command.options ?? {}))
  return {
    ...group,
    run: async (args, terminal) => {
      // Options may stand before the name.
      const named = tokensOf(args, options).find(({ kind }) => kind === 'positional')
      const name = named === undefined ? standard : args[named.index]
      const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
      if (command) return command.run(named ? args.toSpliced(named.index, 1) : args, terminal)
      const names = Object.keys(commands)
      const found = name === undefined ? '' : `; got "${name}"${didYouMean(name, names)}`
      throw new UsageError(`give what to do: ${joined(names, 'or')}${found}`)
    },
  }
}

/** `asOf` is written `as-of`. */
export const optionName = (key: string): string =>
  `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const tokensOf = (args: readonly string[], options: Options) =>
  parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([key, { kind }]) => [
        optionName(key).slice(2),
        { type: kind ? 'string' : 'boolean' } as const,
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  }).tokens

/** The values of arguments and options, by their keys. */
function valuesOf(
  { arguments: expected = {}, options = {} }: Pick<Command, 'arguments' | 'options'>,
  args: readonly string[],
  now: () => Instant,
): Readonly<Record<string, unknown>> {
  const keys = new Map(Object.keys(options).map((key) => [optionName(key), key]))
  const read = (name: string, kind: Kind<unknown>, text: string) => {
    const value = kind.read(text, now)
    if (value !== undefined) return value
    throw new UsageError(`${name} must be ${kind.expected}; got "${text}"`)
  }
  const values: Record<string, unknown> = {}
  for (const [key, { kind, standard }] of Object.entries(options))
    values[key] = kind ? standard && read(optionName(key), kind, standard) : false
  const texts: string[] = []
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') texts.push(token.value)
    if (token.kind !== 'option') continue
    const { rawName, value: text, inlineValue: isInline } = token
    const key = keys.get(rawName)
    if (key === undefined)
      throw new UsageError(`there is no option "${rawName}"${didYouMean(rawName, [...keys.keys()])}`)
    const kind = options[key]?.kind
    if (!kind && isInline) throw new UsageError(`${rawName} takes no value; got "${text}"`)
    if (kind && (text === undefined || (!isInline && /^-./.test(text))))
      throw new UsageError(`${rawName} needs a value: ${kind.expected}`)
    values[key] = kind ? read(rawName, kind, text ?? '') : true
  }
  for (const [key, { kind, help, isRequired }] of Object.entries(options))
    if (isRequired && values[key] === undefined)
      throw new UsageError(`give ${optionName(key)} ${kind?.shown}: ${help}`)
  for (const [key, { kind, help, isOptional, isRepeated }] of Object.entries(expected)) {
    const own = texts.splice(0, isRepeated ? texts.length : 1).map((text) => read(kind.shown, kind, text))
    if (own.length === 0 && !isOptional && !isRepeated) throw new UsageError(`give ${kind.shown}: ${help}`)
    values[key] = isRepeated ? own : own[0]
  }
  if (texts.length > 0) throw new UsageError(`"${texts[0]}" is one argument too many`)
  return values
}

/** The end of a message about an unknown name, if a known one is similar. */
export function didYouMean(text: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, edits: editsBetween(text, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length / 3))
    .sort((a, b) => a.edits - b.edits)
  return near[0] ? `; did you mean "${near[0].name}"?` : ''
}

/** How many letters must be added, removed, replaced or swapped with the next. */
function editsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const replaced = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped))
    }
  }
  return at(one.length, other.length)
}
