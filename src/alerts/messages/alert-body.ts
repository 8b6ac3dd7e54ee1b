import Type, { type Static } from 'typebox'
import { BOARDS, CATEGORIES, DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../../market/facts/fact.ts'
import { STATUSES } from '../../market/issues/status.ts'
import { HORIZONS } from '../../market/scores/horizon.ts'
import { Change } from '../../reports/schemas/changes.ts'
import * as fields from '../../reports/schemas/fields.ts'
import { Listing } from '../../reports/schemas/ipos.ts'
import { IpoExpectedDays, IpoRegistrar } from '../../reports/schemas/offer.ts'
import { ofSome, within } from '../../reports/schemas/score-fields.ts'

/** The alerts that programs get, as JSON. Days in India are written as YYYY-MM-DD, amounts are in rupees. */

const { closedObject, dayField, flagField, momentField, nullable, numberField, oneOfField, orNull } = fields
const { textField, wholeField } = fields

export const ALERT_TYPES = [
  ...['opens', 'closes', 'allotment', 'listsTomorrow'],
  ...['listed', 'new', 'datesMoved', 'withdrawn', 'returned'],
  ...['gmp', 'dispute', 'subscription', 'deal', 'digest', 'correction'],
] as const

const similar = closedObject(
  {
    horizon: oneOfField(
      HORIZONS,
      'When the GMP was taken: close-7, close-3 or close-1: 7, 3 or 1 days before bidding ended; close: at its end; last: last before listing.',
      'close-3',
    ),
    from: nullable(Type.Number(), 'Lowest implied gain, percent, inclusive. Null: no lower end.', 20),
    to: nullable(Type.Number(), 'Highest implied gain, percent, exclusive. Null: no upper end.', 30),
    n: wholeField('Number of past IPOs with such an implied gain at that stage.', 24),
    medianActualPct: ofSome('Median gain of their opening prices, percent.', 12.4),
    middleHalf: within('The middle half of these gains, percent.', 4.5, 22.75),
    aboveIssuePrice: wholeField('How many opened above the issue price.', 21),
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

const alertedIpo = closedObject(
  {
    slug: textField('Identifier of the IPO. It never changes.', 'acme-foods'),
    name: textField('Company name.', 'Acme Foods Limited'),
    board: oneOfField(BOARDS, `The board on which it lists: ${BOARDS.join(', ')}.`, 'MAINBOARD'),
    status: oneOfField(STATUSES, `Its status when the alert fired: ${STATUSES.join(', ')}.`, 'OPEN'),
    priceMin: orNull(numberField('Lower bound of the price band, rupees.', 95)),
    priceMax: orNull(numberField('Upper bound of the price band, rupees.', 100)),
    issuePrice: orNull(numberField('Issue price, rupees.', 100)),
    lotSize: orNull(wholeField('Shares per lot.', 150)),
    minAmount: orNull(numberField('Smallest application of the first category, rupees.', 15_000)),
    openDate: orNull(dayField('Opening day.', '2026-11-17')),
    closeDate: orNull(dayField('Closing day.', '2026-11-19')),
    biddingEnds: orNull(momentField('When bidding ends.', '2026-11-19T11:30:00.000Z')),
    allotmentDate: orNull(dayField('Announced day of allotment.', '2026-11-20')),
    listingDate: orNull(dayField('Announced listing day; the actual one is listing.listedOn.', '2026-11-24')),
    expected: nullable(
      IpoExpectedDays,
      'Days that are due by the timetable. Null where it does not apply.',
      null,
    ),
    registrar: nullable(IpoRegistrar, 'The registrar to the issue. Null while unknown.', null),
    lastGmp: orNull(numberField('Median GMP of the latest quotes, rupees.', 45)),
    lastGmpPct: orNull(numberField('lastGmp in percent of the price.', 45)),
    lastGmpDay: orNull(dayField('Day of these quotes.', '2026-11-17')),
    lastGmpOwners: wholeField('Number of independent sources behind lastGmp; 0 without a quote.', 3),
    gmpSpread: orNull(numberField('Highest minus lowest of these quotes, rupees.', 5)),
    gmpDisputed: flagField('True when the sources disagree; say so wherever you show the GMP.', false),
    lastSubX: orNull(numberField('Overall subscription, in times.', 3.2)),
    lastSubAt: orNull(momentField('When lastSubX was read.', '2026-11-19T09:30:00.000Z')),
    similar: nullable(
      similar,
      'How past IPOs with a similar GMP opened. Null where it is not known, while sources disagree, and once it has listed.',
      null,
    ),
    gmpAtClose: nullable(gmpAtClose, 'The GMP when bidding closed. Null while unknown.', null),
    listing: nullable(Listing, 'How it listed. Null until a listing price is known.', null),
    listingGainPct: orNull(numberField('Gain of the opening price over the issue price, percent.', 31.5)),
  },
  { description: 'The IPO as it was known when the alert fired. GMP is unofficial.' },
)

const alertedDeal = closedObject(
  {
    symbol: textField("NSE's symbol; on BSE the disclosed short name.", 'ACME'),
    securityName: nullable(
      Type.String(),
      'Name of the share as disclosed. Null where there is none.',
      'Acme Foods Limited',
    ),
    clientName: textField('Name of the client as disclosed.', 'SOME FUND'),
    dealType: oneOfField(DEAL_TYPES, `Direction: ${DEAL_TYPES.join(', ')}.`, 'BUY'),
    kind: oneOfField(DEAL_KINDS, `Kind of deal: ${DEAL_KINDS.join(', ')}.`, 'BULK'),
    quantity: wholeField('Number of shares.', 500_000),
    price: numberField('Price per share, rupees.', 131.5),
    value: numberField('Quantity times price, rupees.', 65_750_000),
    exchange: oneOfField(EXCHANGES, `Exchange that disclosed it: ${EXCHANGES.join(', ')}.`, 'NSE'),
    tradeDate: dayField('Trade day.', '2026-11-17'),
  },
  { description: 'A bulk or block deal.' },
)

const correctedFigure = closedObject(
  {
    field: textField('Name of the field.', 'lastGmp'),
    stated: Type.Unknown({ description: 'The value that an earlier message stated.', examples: [45] }),
    now: Type.Unknown({ description: 'The value now; null when it is not known any more.', examples: [40] }),
  },
  { description: 'A figure that an earlier message stated and that was corrected since.' },
)

const iposOf = (description: string) => Type.Optional(Type.Array(alertedIpo, { description }))

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
    ipo: nullable(alertedIpo, 'The IPO. Null for deals and digests.', null),
    deal: nullable(alertedDeal, 'The deal. Null for other alerts.', null),
    change: nullable(
      Change,
      'The change that caused it, as /changes lists it. Null for alerts that fire at a set time.',
      null,
    ),
    day: Type.Optional(
      dayField('opens, closes, allotment, listsTomorrow, digest: the day that it is about.', '2026-11-17'),
    ),
    announced: Type.Optional(
      flagField(
        'opens, closes, allotment, listsTomorrow: false for a day that is only due by the timetable.',
        true,
      ),
    ),
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
export type AlertedIpo = Static<typeof alertedIpo>

const messageAlert = closedObject(
  {
    rule: textField('Name of the rule, or digest or correction.', 'opens'),
    ...AlertBody.properties,
  },
  { description: 'One alert. The fields after change are those of its type.' },
)
export type MessageAlert = Static<typeof messageAlert>

export const MESSAGE_TYPES = ['alert', 'several', 'held', 'missed'] as const

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
