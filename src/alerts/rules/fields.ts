import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox'
import { closedObject } from '../../reports/schemas/fields.ts'
import { didYouMean } from '../../texts/nearest-name.ts'
import { type TextRule, TIME_OF_DAY, VARIABLE } from './text-rules.ts'

const SHOWN_CHARACTERS = 60

/** A value for a message. Lists and objects are not written out, because secrets may stand in them. */
export function shown(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? 'an object' : String(value)
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema whose refinement says about a refused value what would be right: what follows the place of the value. */
export const explained = <S extends TSchema>(
  schema: S,
  sentence: (value: unknown) => string,
  isRight: (value: Static<S>) => boolean = () => true,
) => Type.Refine(schema, isRight, sentence)

/** Why a schema refuses a value. Objects that need no words of their own have none. */
export const sentenceOf = (schema: TSchema, value: unknown): string =>
  (Type.IsRefine(schema) ? schema['~refine'][0]?.error(value) : undefined) ?? mustBe('an object', value)

export const mustBe = (expected: string, value: unknown): string => `must be ${expected}; got ${shown(value)}`

/** An object with these keys and no others. */
export const object = <P extends Record<string, TSchema>>(description: string, keys: P, options = {}) =>
  closedObject(keys, { description, ...options })

/** An object that may lack any of these keys, and has no others. */
export const objectOfOptional = <P extends Record<string, TSchema>>(
  description: string,
  keys: P,
  options = {},
) => Type.Partial(Type.Object(keys), { additionalProperties: false, description, ...options })

/** Keys of an object must fit together. */
export const fitting = <S extends TSchema>(
  schema: S,
  isFitting: (value: Static<S>) => boolean,
  sentence: string,
) => explained(schema, (value) => (isObject(value) ? sentence : mustBe('an object', value)), isFitting)

/** Editors show what an absent key means. */
export const withDefault = <S extends TSchema>(schema: S, value: string | number) =>
  Object.assign(schema, { default: value })

export const text = (rule: TextRule, description: string, ...examples: string[]) =>
  textOf(rule, { description, examples }, (value) => mustBe(rule.expected, value))

/** A time of day in India. */
export const clock = (description: string, example: string) => text(TIME_OF_DAY, description, example)

/** A text that is not shown in messages, because it may be a secret that stands in the wrong place. */
const hiddenText = (rule: TextRule, description: string, ...examples: string[]) =>
  textOf(rule, { description, examples }, () => `must be ${rule.expected}`)

const textOf = ({ isRight }: TextRule, options: TSchemaOptions, sentence: (value: unknown) => string) =>
  isRight instanceof RegExp
    ? explained(Type.String({ pattern: isRight.source, ...options }), sentence)
    : explained(Type.String(options), sentence, isRight)

export const choice = <const V extends string[]>(values: readonly [...V], description: string) =>
  explained(Type.Enum(values, { type: 'string', description }), (value) => choiceSentence(value, values))

export const choiceSentence = (value: unknown, values: readonly string[]): string =>
  `${mustBe(`one of ${values.join(', ')}`, value)}${typeof value === 'string' ? didYouMean(value, values) : ''}`

export const flag = (description: string) =>
  explained(Type.Boolean({ description }), (value) => mustBe('true or false', value))

const numberSentence = (kind: string, minimum: number, maximum: number) => (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? mustBe(`${kind} without quotation marks`, value)
    : mustBe(`${kind} from ${minimum} to ${maximum}`, value)

export const number = (minimum: number, maximum: number, description: string) =>
  explained(Type.Number({ minimum, maximum, description }), numberSentence('a number', minimum, maximum))

export const wholeNumber = (minimum: number, maximum: number, description: string) =>
  explained(
    Type.Integer({ minimum, maximum, description }),
    numberSentence('a whole number', minimum, maximum),
  )

/** A list of different values, at least one. */
export const list = <S extends TSchema>(items: S, maxItems: number, description: string) =>
  explained(Type.Array(items, { minItems: 1, maxItems, uniqueItems: true, description }), (value) => {
    if (!Array.isArray(value))
      return mustBe(typeof value === 'string' ? `a list such as [${shown(value)}]` : 'a list', value)
    if (value.length === 0) return 'must not be empty'
    if (value.length > maxItems) return `must have at most ${maxItems} entries; has ${value.length}`
    return `has ${shown(value.find((entry, i) => value.indexOf(entry) < i) ?? {})} twice`
  })

export const oneOrMore = <S extends TSchema>(item: S, maxItems: number, description: string) =>
  Type.Union([item, list(item, maxItems, description)], { description })

/** `null` switches off what would apply otherwise. */
export const nullable = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** The key under which the schema of a variable has the schema of what the variable holds. JSON leaves it out. */
export const HOLDS = Symbol('holds')

const variable = (contents: TSchema, description: string, example: string) =>
  object(
    description,
    { env: hiddenText(VARIABLE, 'The name of an environment variable that holds the value.', example) },
    { [HOLDS]: contents },
  )

/** A text of a channel: as it is, or the name of an environment variable that holds it. */
export function channelText(rule: TextRule, description: string, ...examples: string[]) {
  const literal = hiddenText(rule, description, ...examples)
  return Type.Union([literal, variable(literal, description, 'NAME')], { description })
}

/** A secret: only the name of an environment variable. */
export const secret = (rule: TextRule, description: string, example: string) =>
  explained(
    variable(hiddenText(rule, description), description, example),
    () =>
      `is secret and must not be written in this file: put it in an environment variable, and write {"env": "${example}"}`,
  )
