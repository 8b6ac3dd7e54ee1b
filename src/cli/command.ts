import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Instant } from '../market/calendar.ts'
import { joined } from '../texts/format.ts'
import { didYouMean } from '../texts/nearest-name.ts'

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

/** An argument or an option; without a kind it is a switch. The option `asOf` is written `--as-of`. */
export interface Parameter {
  readonly kind?: Kind<unknown>
  readonly help: string
  readonly standard?: string
  readonly isRequired?: boolean
  /** Any number of them, also none. */
  readonly isRepeated?: boolean
}
export type Parameters = Readonly<Record<string, Parameter>>

type ValueOf<P> = P extends { readonly kind: Kind<infer T> }
  ? P extends { readonly isRepeated: true }
    ? readonly T[]
    : P extends { readonly isRequired: true } | { readonly standard: string }
      ? T
      : T | undefined
  : boolean
type ValuesOf<P> = { readonly [K in keyof P]: ValueOf<P[K]> }

interface Described {
  /** Paragraphs, with a blank line between them. The help of a group has the first sentence of each command. */
  readonly about: string
  /** What exit codes 0 and 1 mean; 2 is the same for every command. Commands of a group have those of the group. */
  readonly exits?: readonly [done: string, failed: string]
}

/** A command: its arguments, options and help, and what it does with their values. */
interface Definition<A extends Parameters, O extends Parameters> extends Described {
  readonly arguments?: A
  readonly options?: O
  /** What follows "greymark COMMAND" in each example. */
  readonly examples?: readonly string[]
  /** A list at the end of the help. */
  readonly list?: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }
  readonly run: (values: ValuesOf<A> & ValuesOf<O>, terminal: Terminal) => Promise<ExitCode>
}

export interface Command extends Omit<Definition<Parameters, Parameters>, 'run'> {
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>
}

/** A command whose first argument is the name of another one. */
export interface CommandGroup extends Described {
  readonly commands: Readonly<Record<string, Command>>
  /** The one that runs without a name. */
  readonly standard?: string
  readonly run: Command['run']
}

export const defineCommand = <const A extends Parameters, const O extends Parameters>(
  definition: Definition<A, O>,
): Command => ({
  ...definition,
  run: async (args, terminal) =>
    definition.run(valuesOf(definition, args, terminal.now) as ValuesOf<A> & ValuesOf<O>, terminal),
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

function tokensOf(args: readonly string[], all: Parameters) {
  const options = Object.entries(all).map(([key, { kind }]) => {
    return [optionName(key).slice(2), { type: kind ? 'string' : 'boolean' }] as const
  })
  return parseArgs({
    ...{ args: [...args], options: Object.fromEntries(options) },
    ...{ allowPositionals: true, strict: false, tokens: true },
  }).tokens
}

/** The values of arguments and options, by their keys. */
function valuesOf(
  { arguments: expected = {}, options = {} }: Pick<Command, 'arguments' | 'options'>,
  args: readonly string[],
  now: () => Instant,
): Readonly<Record<string, unknown>> {
  const read = (name: string, kind: Kind<unknown>, text: string) => {
    const value = kind.read(text, now)
    if (value !== undefined) return value
    throw new UsageError(`${name} must be ${kind.expected}; got "${text}"`)
  }
  const keys = new Map(Object.keys(options).map((key) => [optionName(key), key]))
  const values: Record<string, unknown> = {}
  const texts: string[] = []
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') texts.push(token.value)
    if (token.kind !== 'option') continue
    const { rawName, value: text = '', inlineValue: isInline = false } = token
    const key = keys.get(rawName)
    if (key === undefined)
      throw new UsageError(`there is no option "${rawName}"${didYouMean(rawName, [...keys.keys()])}`)
    const kind = options[key]?.kind
    if (!kind && isInline) throw new UsageError(`${rawName} takes no value; got "${text}"`)
    if (kind && (token.value === undefined || (!isInline && /^-./.test(text))))
      throw new UsageError(`${rawName} needs ${kind.shown}: ${kind.expected}`)
    values[key] = kind ? read(rawName, kind, text) : true
  }
  for (const [key, { kind, isRepeated }] of Object.entries(expected)) {
    const own = texts.splice(0, isRepeated ? texts.length : 1)
    const all = kind ? own.map((text) => read(kind.shown, kind, text)) : own
    values[key] = isRepeated ? all : all[0]
  }
  if (texts.length > 0) throw new UsageError(`"${texts[0]}" is one argument too many`)
  for (const [key, option] of Object.entries({ ...expected, ...options })) {
    const { kind, help, standard, isRequired } = option
    if (values[key] !== undefined) continue
    if (isRequired) throw new UsageError(`give ${parameterLabel(key, option, key in options)}: ${help}`)
    values[key] = kind ? standard && read(optionName(key), kind, standard) : false
  }
  return values
}

/** How a parameter is written: `SLUG`, `--as-of TIME` or `--json`. */
export const parameterLabel = (key: string, { kind }: Parameter, isOption: boolean): string =>
  [...(isOption ? [optionName(key)] : []), ...(kind ? [kind.shown] : [])].join(' ')
