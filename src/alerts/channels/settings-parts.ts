import Type, { type Static, type TSchema } from 'typebox'
import { HTTP_SERVER } from '../rules/addresses.ts'
import { channelText, clock, fitting, nullable, object, wholeNumber, withDefault } from '../rules/fields.ts'

/** What the settings of all channels have in common. */

const HOURS = 'Hours without messages. What was held back comes in one message when they end.'
const QuietHours = fitting(
  object(HOURS, {
    from: clock('When quiet hours begin, in India.', '22:00'),
    to: clock('When they end, in India; it may be on the next day.', '07:00'),
  }),
  ({ from, to }) => from !== to,
  'must begin and end at different times',
)

/** Quiet hours and the maximum, at the top of the file and in a channel. */
export const limits = {
  quietHours: Type.Optional(nullable(QuietHours, `${HOURS} Null for none.`)),
  maxPerDay: Type.Optional(
    nullable(
      wholeNumber(1, 10_000, 'The most messages a day.'),
      'The most messages a day in India to one channel, or null for no limit. What is beyond it comes with the first message of the next day.',
    ),
  ),
}

export const type = <const T extends string>(name: T) =>
  Type.Literal(name, { description: 'What kind of receiver it is.' })

export const serverOfOwn = (program: string, standard: string) =>
  Type.Optional(
    withDefault(channelText(HTTP_SERVER, `The address of ${program} of your own.`, standard), standard),
  )

type WithValues<T> = T extends { env: string } ? string : T extends (infer E)[] ? WithValues<E>[] : T
type Settings<C> = C extends object
  ? { readonly [K in keyof C as Exclude<K, keyof typeof limits>]: WithValues<C[K]> }
  : never

/** The keys of a channel in the file but for its limits, with the values of variables. */
export type FileSettings<S extends TSchema> = Settings<Static<S>>
