import { istClock, istDay } from '../../src/market/calendar.ts'
import type { ExpectedMessage } from './alerts-expected.ts'
import type { MarkedReceipt } from './alerts-receivers.ts'
import type { ChannelName } from './alerts-rules.ts'

/** The messages that a receiver accepted, without repeats: by their id, or by their text where they have none. */
export function acceptedOnce(receipts: readonly MarkedReceipt[]): MarkedReceipt[] {
  const first = new Map<string, MarkedReceipt>()
  for (const receipt of acceptedAmong(receipts))
    if (!first.has(identityOf(receipt))) first.set(identityOf(receipt), receipt)
  return [...first.values()]
}

const acceptedAmong = (receipts: readonly MarkedReceipt[]) =>
  receipts.filter(({ receipt }) => receipt !== 'refused')
const identityOf = ({ id, text }: MarkedReceipt): string => id ?? text

/** All messages that a receiver accepted more than once, each time after the first. */
export function repeatsAmong(receipts: readonly MarkedReceipt[]): [MarkedReceipt, MarkedReceipt][] {
  const last = new Map<string, MarkedReceipt>()
  return acceptedAmong(receipts).flatMap((receipt) => {
    const before = last.get(identityOf(receipt))
    last.set(identityOf(receipt), receipt)
    return before ? [[before, receipt] as [MarkedReceipt, MarkedReceipt]] : []
  })
}

/** A message is repeated when its confirmation was cut off, or its sender was killed: then another process sends it. */
export const isExplained = ([before, again]: readonly [MarkedReceipt, MarkedReceipt]): boolean =>
  before.receipt === 'cut' || again.sender !== before.sender

/** A message as it was expected: its title with the day and time, and all lines where they are expected, too. */
export function readMessage(
  channel: ChannelName,
  { step, title, text }: MarkedReceipt,
  expected: ExpectedMessage | undefined,
): ExpectedMessage {
  const { head, lines } = channel === 'program' ? readBody(text) : readText(title, text)
  const named = withRoundTimes(`${step} ${head}`)
  return typeof expected === 'object' ? [named, ...lines.map(withRoundTimes)] : named
}

function readText(title: string | null, text: string) {
  const lines = text.split('\n').filter((line) => line !== '')
  const [first = '', ...rest] = lines
  return title === null ? { head: first, lines: rest } : { head: title, lines }
}

/** Programs get the alerts themselves. */
function readBody(text: string) {
  const { title, alerts }: { title: string; alerts: { at: string; title: string }[] } = JSON.parse(text)
  return { head: title, lines: alerts.map((alert) => `- ${dated(alert.at)}: ${alert.title}`) }
}

/** `20 Mar, 2:00 pm` */
function dated(at: string): string {
  const [hours = 0, minutes = ''] = istClock(at).slice(11).split(':')
  const half = Number(hours) < 12 ? 'am' : 'pm'
  return `${Number(istDay(at).slice(8))} Mar, ${((Number(hours) + 11) % 12) + 1}:${minutes} ${half}`
}

/** A round takes some minutes by its clock; the time of its beginning is expected. */
const withRoundTimes = (line: string): string =>
  line.replaceAll(/\b11:0\d am/g, '11:00 am').replaceAll(/\b8:3\d pm/g, '8:30 pm')
