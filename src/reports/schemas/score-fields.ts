import Type from 'typebox'
import { HORIZONS } from '../../market/scores/horizon.ts'
import { namedObject, nullable, numberField, oneOfField } from './fields.ts'

const interval = namedObject('Interval', 'The bounds of a figure.', {
  low: numberField('Lower bound.', 10.21),
  high: numberField('Upper bound.', 13.13),
})

export const within = (description: string, low: number, high: number) =>
  nullable(interval, `${description} Null where there are too few listings for one.`, { low, high })

/** A figure that is null while there are no listings. */
export const ofSome = (description: string, example: number) =>
  nullable(Type.Number(), `${description} Null with no listing.`, example)

export const horizon = oneOfField(
  HORIZONS,
  'When the GMP was taken: 7, 3 or 1 days before bidding ends, at its end, or last before listing.',
  'close',
)

export const sizeFields = {
  from: nullable(Type.Number(), 'Lowest expected gain, percent, inclusive. Null: no lower end.', 10),
  to: nullable(Type.Number(), 'Highest expected gain, percent, exclusive. Null: no upper end.', 20),
}
