import type { TextRule } from './file-key.ts'

const LONGEST_NAME = 60
/** Names of alerts that no rule causes. */
const TAKEN: readonly string[] = ['digest', 'correction']

const isPlainText = (text: string, longest: number): boolean =>
  text.trim() === text && text !== '' && text.length <= longest && !/\p{Cc}/u.test(text)

/** Names of rules and of channels. */
export const ALERT_NAME: TextRule = {
  expected: `a name of 1 to ${LONGEST_NAME} characters without spaces around it, and not ${TAKEN.map((name) => `"${name}"`).join(' or ')}`,
  isRight: (text) => isPlainText(text, LONGEST_NAME) && !TAKEN.includes(text),
}

/** The groups are disjoint, so the expression takes linear time. */
const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const IPO_SLUG: TextRule = {
  expected: 'the slug of an IPO, as in the address of its page, such as acme-foods',
  isRight: (text) => text.length <= 200 && SLUG_FORM.test(text),
  pattern: SLUG_FORM,
}

export const DEAL_SYMBOL: TextRule = {
  expected: 'the symbol of a share, such as ACME',
  isRight: (text) => isPlainText(text, 30) && !text.includes(' '),
}

export const CLIENT_PART: TextRule = {
  expected: "3 to 100 characters of a client's name",
  isRight: (text) => isPlainText(text, 100) && text.length >= 3,
}

/** The hour and minute of a day in India, so that comparing texts compares times. */
const CLOCK_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

export const TIME_OF_DAY: TextRule = {
  expected: 'a time of day in India such as "09:00", with two digits for the hour',
  isRight: (text) => CLOCK_TIME.test(text),
  pattern: CLOCK_TIME,
}
