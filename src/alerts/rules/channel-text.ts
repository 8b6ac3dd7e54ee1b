import Type from 'typebox'
import { closedObject } from '../../reports/schemas/fields.ts'
import { type FileKey, isJsonObject, type TextRule, textSchema } from './file-key.ts'
import type { FilePlace } from './file-place.ts'

/** Capital letters only, so that a secret that was written in place of a name is not taken for one and shown. */
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,99}$/

const variable = (description: string, example: string) =>
  closedObject(
    {
      env: Type.String({
        pattern: VARIABLE.source,
        description: 'The name of an environment variable of the service that holds the value.',
        examples: [example],
      }),
    },
    { description },
  )

/** A text of a channel: as it is, or the name of an environment variable that holds it. */
export const channelTextKey = (
  rule: TextRule,
  description: string,
  examples: readonly string[],
): FileKey<string> => ({
  schema: Type.Union([textSchema(rule, description, examples), variable(description, 'NAME')], {
    description,
  }),
  read: (value, place) => {
    if (isJsonObject(value)) return fromVariable(value, rule, place)
    if (typeof value === 'string' && rule.isRight(value)) return value
    return place.problem(`must be ${rule.expected}`)
  },
})

/** A secret: only the name of an environment variable. Neither the literal nor the value of the variable is ever shown. */
export const secretKey = (rule: TextRule, description: string, example: string): FileKey<string> => ({
  schema: variable(description, example),
  read: (value, place) =>
    isJsonObject(value)
      ? fromVariable(value, rule, place)
      : place.problem(
          `is secret and must not be written in this file: put it in an environment variable, and write {"env": "${example}"}`,
        ),
})

function fromVariable(
  value: Readonly<Record<string, unknown>>,
  { expected, isRight }: TextRule,
  place: FilePlace,
): string | undefined {
  const { env: name, ...rest } = value
  if (typeof name !== 'string' || !VARIABLE.test(name) || Object.keys(rest).length > 0)
    return place.problem(
      'must be {"env": "NAME"} with the name of an environment variable in capital letters, digits and _',
    )
  const text = Object.hasOwn(place.variables, name) ? place.variables[name] : undefined
  if (text === undefined || text === '')
    return place.problem(`needs the environment variable ${name}, which is not set or empty`)
  return isRight(text)
    ? text
    : place.problem(`must be ${expected}; the environment variable ${name} holds something else`)
}
