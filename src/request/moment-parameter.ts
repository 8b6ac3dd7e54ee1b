import Type from 'typebox'
import { MOMENT_FORMS, type NamedMoment, parseNamedMoment } from '../market/named-moment.ts'
import { described } from '../reports/schemas/fields.ts'
import { type Parameter, quoted } from './parameters.ts'
import { invalidParameter } from './problems.ts'

/** `queryAt` resolves it, since the meaning of the current day depends on the time of the request. */
export const asOf: Parameter<NamedMoment> = {
  schema: Type.Union([Type.String({ format: 'date-time' }), Type.String({ format: 'date' })], {
    ...described(
      'The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now.',
      '2026-01-14T12:00:00Z',
    ),
  }),
  read: readMoment,
}

/** Reads a date-time or a day, or throws a problem that names the forms. */
export function readMoment(name: string, text: string): NamedMoment {
  const moment = parseNamedMoment(text)
  if (moment) return moment
  throw invalidParameter(name, `${name} must be ${MOMENT_FORMS}; got ${quoted(text)}`)
}
