import type { QuietHours, TimeOfDay } from './alert-rules.ts'
import {
  isJsonObject,
  mappedKey,
  nullableKey,
  numberKey,
  objectKey,
  optionalKey,
  textKey,
} from './file-key.ts'
import { TIME_OF_DAY } from './names.ts'

const MOST_PER_DAY = 10_000

export const clockKey = (description: string, example: TimeOfDay) =>
  textKey(TIME_OF_DAY, description, [example])

const hoursKey = mappedKey(
  objectKey(
    {
      from: clockKey('When quiet hours begin, in India.', '22:00'),
      to: clockKey('When they end, in India; it may be on the next day.', '07:00'),
    },
    'Hours without messages. What was held back comes in one message when they end.',
  ),
  (hours, place) =>
    hours.from === hours.to ? place.problem('must begin and end at different times') : hours,
)

/** The key is absent, so that the default of the file applies. `null` means that there is none. */
export const NOT_SET: unique symbol = Symbol('not set')
export type NotSet = typeof NOT_SET

/** Quiet hours and the maximum, at the top of the file and in a channel. */
export const POLICY_KEYS = {
  quietHours: optionalKey<QuietHours | null | NotSet>(
    nullableKey(
      hoursKey,
      'Hours without messages, or null for none. What was held back comes in one message when they end.',
    ),
    NOT_SET,
  ),
  maxPerDay: optionalKey<number | null | NotSet>(
    nullableKey(
      numberKey({ min: 1, max: MOST_PER_DAY, isWhole: true }, 'The most messages a day.'),
      'The most messages a day in India to one channel, or null for no limit. What is beyond it comes with the first message of the next day.',
    ),
    NOT_SET,
  ),
}

/** From the beginning, which is quiet, to the end, which is not; the hours may pass midnight. */
export const isQuietAt = ({ from, to }: QuietHours, at: TimeOfDay): boolean =>
  from < to ? at >= from && at < to : at >= from || at < to

/** Quiet hours as they stand in the file, if they can be used. */
export function quietHoursIn(value: unknown): QuietHours | null | NotSet {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'quietHours')) return NOT_SET
  const hours = value.quietHours
  if (!isJsonObject(hours)) return null
  const { from, to } = hours
  const isUsable = [from, to].every((time) => typeof time === 'string' && TIME_OF_DAY.isRight(time))
  return isUsable ? { from: String(from), to: String(to) } : null
}
