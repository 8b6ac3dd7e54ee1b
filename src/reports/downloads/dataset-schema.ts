import { FIELDS, INSTANT, isOptionalIn, TEXT } from '../../sources/facts-file/fields.ts'

/** A line of the data set, as JSON Schema: one of the kinds of facts. */
export const datasetSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'One line of the data set of Greymark',
  description:
    'One fact: what was reported, by which source, and when it was recorded. Days are days in India, moments are in UTC, amounts are in rupees.',
  oneOf: [
    ...Object.entries(FIELDS).map(([kind, fields]) => lineOf(kind, fields)),
    lineOf('retraction', {
      of: { type: 'object', required: ['fact'], description: 'names the fact that is retracted' },
      reason: TEXT,
      source: TEXT,
    }),
  ],
}

function lineOf(kind: string, fields: Readonly<Record<string, object>>) {
  const properties = { fact: { const: kind }, ...fields, recordedAt: INSTANT }
  return {
    title: kind,
    type: 'object',
    properties,
    required: Object.keys(properties).filter((key) => !isOptionalIn(kind, key)),
    additionalProperties: false,
  }
}
