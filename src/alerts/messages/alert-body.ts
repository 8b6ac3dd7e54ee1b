import Type, { type Static } from 'typebox'
import { CATEGORIES } from '../../market/facts/fact.ts'
import { calibrationBin } from '../../reports/schemas/accuracy.ts'
import { Change } from '../../reports/schemas/changes.ts'
import { Deal } from '../../reports/schemas/deals.ts'
import * as fields from '../../reports/schemas/fields.ts'
import { FullIpo } from '../../reports/schemas/ipos.ts'
import { IpoLockIn } from '../../reports/schemas/offer.ts'
import { horizon } from '../../reports/schemas/score-fields.ts'

/**
 * The alerts that programs get, as JSON, with the fields of the API. Days in India are written as YYYY-MM-DD, amounts are
 * in rupees.
 */

const { closedObject, dayField, flagField, momentField, nullable, numberField, oneOfField, orNull } = fields
const { textField, wholeField } = fields

const ALERT_TYPES = [
  ...['opens', 'closes', 'allotment', 'listsTomorrow', 'lock-in-ends'],
  ...['listed', 'new', 'datesMoved', 'withdrawn', 'returned'],
  ...['gmp', 'dispute', 'subscription', 'deal', 'digest', 'correction'],
] as const

const bin = calibrationBin.properties
export const SimilarIposData = closedObject(
  {
    horizon,
    ...{ from: bin.from, to: bin.to, n: bin.n, medianActualPct: bin.medianActualPct },
    ...{ middleHalf: bin.middleHalf, aboveIssuePrice: bin.aboveIssuePrice },
  },
  { description: 'How past IPOs with a similar GMP opened.' },
)

const gmpAtClose = closedObject(
  {
    gmp: numberField('Median of the sources, rupees.', 45),
    gmpPct: numberField('In percent of the issue price.', 45),
    day: dayField('Day of the quotes.', '2026-11-19'),
    owners: wholeField('Number of independent sources behind it.', 3),
    disputed: flagField('True when they disagreed.', false),
  },
  { description: 'The GMP when bidding closed.' },
)
export type GmpAtClose = Static<typeof gmpAtClose>

const ipo = FullIpo.properties
export const AlertedIpo = closedObject(
  {
    ...{ slug: ipo.slug, name: ipo.name, board: ipo.board, status: ipo.status },
    ...{ priceMin: ipo.priceMin, priceMax: ipo.priceMax, issuePrice: ipo.issuePrice },
    ...{ lotSize: ipo.lotSize, minAmount: ipo.minAmount },
    openDate: orNull(dayField('Opening day in India.', '2026-11-17')),
    closeDate: orNull(dayField('Closing day in India.', '2026-11-19')),
    biddingEnds: orNull(momentField('When bidding ends.', '2026-11-19T11:30:00.000Z')),
    ...{ allotmentDate: ipo.allotmentDate, listingDate: ipo.listingDate, expected: ipo.expected },
    ...{ registrar: ipo.registrar, lastGmp: ipo.lastGmp, lastGmpPct: ipo.lastGmpPct },
    ...{ lastGmpDay: ipo.lastGmpDay, lastGmpOwners: ipo.lastGmpOwners, gmpSpread: ipo.gmpSpread },
    ...{ gmpDisputed: ipo.gmpDisputed, lastSubX: ipo.lastSubX },
    lastSubAt: orNull(momentField('When lastSubX was read.', '2026-11-19T09:30:00.000Z')),
    similar: nullable(
      SimilarIposData,
      'How past IPOs with a similar GMP opened. Null where it is not known, while sources disagree, and once it has listed.',
      null,
    ),
    gmpAtClose: nullable(gmpAtClose, 'The GMP when bidding closed. Null while unknown.', null),
    listing: ipo.listing,
    listingGainPct: orNull(numberField('Gain of the opening price over the issue price, percent.', 31.5)),
  },
  { description: 'The IPO as it was known when the alert fired. GMP is unofficial.' },
)
export type AlertedIpo = Static<typeof AlertedIpo>

const lockIn = IpoLockIn.properties
const AlertedLockIn = closedObject(
  {
    days: wholeField('How many days after the allotment it ends: 30 or 90.', 30),
    ...{ kind: lockIn.kind, date: lockIn.date, tradingDate: lockIn.tradingDate },
    ...{ sharePct: lockIn.sharePct, shares: lockIn.shares, basis: lockIn.basis },
  },
  { description: 'lock-in-ends: the lock-in of anchor investors that ends.' },
)
export type AlertedLockIn = Readonly<Static<typeof AlertedLockIn>>

const deal = Deal.properties
export const AlertedDeal = closedObject(
  {
    symbol: deal.symbol,
    securityName: nullable(
      Type.String(),
      'Name of the share as disclosed. Null where there is none.',
      'Acme Foods Limited',
    ),
    ...{ clientName: deal.clientName, exchange: deal.exchange, kind: deal.kind, dealType: deal.dealType },
    tradeDate: dayField('Trade day in India.', '2026-11-17'),
    ...{ quantity: deal.quantity, price: deal.price },
    value: numberField('Quantity times price, rupees.', 65_750_000),
  },
  { description: 'A bulk or block deal.' },
)
export type AlertedDeal = Readonly<Static<typeof AlertedDeal>>

const correctedFigure = closedObject(
  {
    field: textField('Name of the field.', 'lastGmp'),
    stated: Type.Unknown({ description: 'The value that an earlier message stated.', examples: [45] }),
    now: Type.Unknown({ description: 'The value now; null when it is not known any more.', examples: [40] }),
  },
  { description: 'A figure that an earlier message stated and that was corrected since.' },
)

export type CorrectedFigure = Readonly<Static<typeof correctedFigure>>

const iposOf = (description: string) => Type.Optional(Type.Array(AlertedIpo, { description }))

export const AlertBody = closedObject(
  {
    type: Type.Enum([...ALERT_TYPES], {
      type: 'string',
      description: `What happened: ${ALERT_TYPES.join(', ')}.`,
      examples: ['gmp'],
    }),
    at: momentField('When the alert fired.', '2026-11-17T04:30:00.000Z'),
    title: textField('One line for people.', 'Acme Foods opens today, Tue 17 Nov'),
    text: textField('The lines below it, separated by line feeds.', 'Closes Thu 19 Nov, 5:00 pm'),
    url: nullable(
      Type.String(),
      'The page about it. Null when the service has no public address.',
      'https://ipo.example/ipos/acme-foods',
    ),
    demo: flagField('True for the demo market, in which everything is invented.', false),
    ipo: nullable(AlertedIpo, 'The IPO. Null for deals and digests.', null),
    deal: nullable(AlertedDeal, 'The deal. Null for other alerts.', null),
    change: nullable(
      Change,
      'The change that caused it, as /changes lists it. Null for alerts that fire at a set time.',
      null,
    ),
    day: Type.Optional(
      dayField(
        'opens, closes, allotment, listsTomorrow, lock-in-ends, digest: the day that it is about.',
        '2026-11-17',
      ),
    ),
    announced: Type.Optional(
      flagField(
        'opens, closes, allotment, listsTomorrow, lock-in-ends: false for a day that is only due by the timetable.',
        true,
      ),
    ),
    lockIn: Type.Optional(AlertedLockIn),
    unit: Type.Optional(oneOfField(['percent', 'rupees'], 'gmp: the unit of level and was.', 'percent')),
    level: Type.Optional(numberField('gmp: the level that was crossed.', 20)),
    direction: Type.Optional(
      oneOfField(['up', 'down', 'begins', 'ends'], 'gmp: up or down. dispute: begins or ends.', 'up'),
    ),
    category: Type.Optional(oneOfField(CATEGORIES, 'subscription: the category.', 'RII')),
    times: Type.Optional(numberField('subscription: the multiple that was reached.', 1)),
    was: Type.Optional(orNull(numberField('gmp, subscription: the figure before.', 18.5))),
    is: Type.Optional(numberField('subscription: the subscription now, in times.', 1.02)),
    readAt: Type.Optional(momentField('subscription: when is was read.', '2026-11-17T04:00:00.000Z')),
    figures: Type.Optional(Type.Array(correctedFigure, { description: 'correction: what was corrected.' })),
    opens: iposOf('digest: the IPOs that open.'),
    closes: iposOf('digest: those that close.'),
    allotment: iposOf('digest: those whose allotment is due.'),
    lists: iposOf('digest: those that list.'),
    results: iposOf('digest: those that listed on the day before.'),
  },
  { description: 'An event as programs get it.' },
)
export type AlertBody = Static<typeof AlertBody>

const messageAlert = closedObject(
  {
    rule: textField('Name of the rule, or digest or correction.', 'opens'),
    ...AlertBody.properties,
  },
  { description: 'One alert. The fields after change are those of its type.' },
)
export type MessageAlert = Static<typeof messageAlert>

const MESSAGE_TYPES = ['alert', 'several', 'held', 'missed'] as const

/** The body of a webhook. */
export const MessageBody = closedObject(
  {
    type: oneOfField(
      MESSAGE_TYPES,
      'alert: one alert. several: several at the same time. held: alerts held back by quiet hours or the daily maximum. missed: alerts from the time when the service was not running.',
      'alert',
    ),
    title: textField('One line for people.', 'Acme Foods opens today, Tue 17 Nov'),
    text: textField('The message as people get it, without the title.', 'Closes Thu 19 Nov, 5:00 pm'),
    count: wholeField('Number of alerts, including those left out of alerts.', 1),
    alerts: Type.Array(messageAlert, { description: 'Oldest first; at most the newest 100.' }),
    from: nullable(
      Type.String({ format: 'date-time' }),
      'missed: when the service stopped. Null for others.',
      null,
    ),
    to: nullable(Type.String({ format: 'date-time' }), 'missed: when it ran again. Null for others.', null),
    note: nullable(Type.String(), 'A remark, such as that the daily maximum is reached; else null.', null),
    disclaimer: fields.disclaimer,
  },
  { description: 'A message: one alert, or several together.' },
)
export type MessageBody = Static<typeof MessageBody>
