import type { TSchema } from 'typebox'
import { ReadFailure } from './market-reader.ts'

/** The arguments of a tool call after `argumentFault` found none. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** Longer texts match nothing; refusing them here keeps them out of messages and addresses. */
const MAX_TEXT_LENGTH = 2000
const MAX_VALUES = 20

/** What is wrong with the arguments of a tool call; `undefined` when they can be used. Endpoints check the values. */
export function argumentFault(
  properties: Readonly<Record<string, TSchema>>,
  required: readonly string[],
  given: unknown,
): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return 'arguments must be an object'
  const names = Object.keys(properties).join(', ')
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name))
      return `there is no argument ${quotedName(name)}; this tool takes ${names}`
    const fault = value === undefined || value === null ? undefined : valueFault(value)
    if (fault !== undefined) return `${name} ${fault}`
  }
  const missing = required.find((name) => argumentText((given as ToolArguments)[name]) === undefined)
  return missing === undefined ? undefined : `${missing} is missing`
}

const quotedName = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)

function valueFault(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    if (value.length > MAX_VALUES) return `has more than ${MAX_VALUES} values`
    return value.every((each) => typeof each === 'string' && each.length <= MAX_TEXT_LENGTH)
      ? undefined
      : 'must be a text or a list of texts'
  }
  if (typeof value === 'number' || typeof value === 'boolean') return undefined
  if (typeof value !== 'string') return 'must be a text, a number or a list of texts'
  return value.length > MAX_TEXT_LENGTH ? `is longer than ${MAX_TEXT_LENGTH} characters` : undefined
}

/** An argument as the text of a query parameter. Assistants send null and empty texts for arguments that they leave out. */
export function argumentText(value: unknown): string | undefined {
  const text = Array.isArray(value)
    ? value.join(',')
    : value === undefined || value === null
      ? ''
      : String(value)
  return text === '' ? undefined : text
}

/** An argument as a whole number, of which more than the maximum means the maximum; `undefined` when it was left out. */
export function wholeArgument(
  given: ToolArguments,
  name: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): number | undefined {
  const text = argumentText(given[name])
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) >= minimum) return Math.min(Number(text), maximum)
  throw new ReadFailure(
    `${name} must be a whole number from ${minimum} to ${maximum}; got "${text.slice(0, 80)}"`,
  )
}

/** The query of an endpoint: parameters by name, each with the argument that it is taken from. */
export function queryFrom(
  given: ToolArguments,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = Object.entries(parameters).flatMap(([parameter, argument]) => {
    const text = argumentText(given[argument])
    return text === undefined ? [] : [[parameter, text]]
  })
  return Object.fromEntries(pairs)
}
