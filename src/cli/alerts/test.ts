import { randomUUID } from 'node:crypto'
import type { AlertMessage, FiredAlert } from '../../alerts/alert.ts'
import { type ChannelSettings, type Delivery, openChannel } from '../../alerts/channels/channel.ts'
import { alertMessage, datedMoment } from '../../alerts/messages/message.ts'
import { dueMessages } from '../../alerts/outbox/queue.ts'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { alertPages } from '../../alerts/triggers/alerts-between.ts'
import { userAgent } from '../../collect/download/introductions.ts'
import { type Config, loadConfig } from '../../config.ts'
import { DAY_MS, instantFromMs, istClock, istDay, msOf } from '../../market/calendar.ts'
import { defineCommand, EXIT, type ExitCode, type Terminal } from '../command.ts'
import { text } from '../values.ts'
import {
  alertsFile,
  channelHost,
  channelNamed,
  chosenRules,
  DIGEST,
  loadRules,
  namesText,
} from './rules-file.ts'
import { type StoreOrDemoMarket, withDemo, withStoreOrDemo } from './store-or-demo.ts'

export const test = defineCommand({
  about: `Sends the last alert of RULE in your store to CHANNEL, once more. It takes one of the demo while
    there is none. Quiet hours and the maximum of a day do not apply, and the log does not list it.`,
  arguments: {
    rule: { kind: text('RULE'), help: 'the name of a rule, or "digest"', isRequired: true },
    channel: { kind: text('CHANNEL'), help: 'the name of a channel', isRequired: true },
  },
  examples: ['closing family'],
  run: async ({ rule, channel: channelName }, terminal) => {
    const config = loadConfig(terminal.env)
    const { rules } = await loadRules(alertsFile(config), terminal)
    const only = chosenRules(rules, { rule })
    const { settings } = channelNamed(rules, channelName)
    const example = await exampleOf(rule, only, config, terminal)
    const message = testMessage(rule, channelName, example, config, terminal)
    const { stdout } = terminal
    const usual = (only.rules[0] ?? only.digest)?.channels ?? []
    if (!usual.includes(channelName))
      stdout.write(`The rule "${rule}" itself does not send to ${channelName}, but to ${namesText(usual)}.\n`)
    stdout.write(`${example.remark}\nTo ${channelName} (${settings.type}, ${channelHost(settings)}):\n\n`)
    stdout.write(`${message.title}\n${message.text}\n\n`)
    return deliver(settings, message, terminal)
  },
})

interface Example {
  readonly alert: FiredAlert
  readonly isDemo: boolean
  /** Which alert it is, for the operator. */
  readonly remark: string
}

const LOOKED_BACK_DAYS = 60
/** The last alert is usually not far, and many days of a large store take long. */
const DAYS_AT_ONCE = 5
/** Something of every kind happens in it within this time. */
const DAYS_OF_DEMO = 30

/** The last alert of a rule in the store, or else in the demo, in which a digest stands for a rule that never fires. */
function exampleOf(rule: string, only: AlertRules, config: Config, terminal: Terminal): Promise<Example> {
  const last = (market: StoreOrDemoMarket, rules = only) => {
    const days = market.isDemo ? DAYS_OF_DEMO : LOOKED_BACK_DAYS
    const onLongSearch = () => terminal.stderr.write(`looking for one in the last ${days} days\n`)
    return lastAlert(market, { rules, publicUrl: config.PUBLIC_URL }, days, onLongSearch)
  }
  const ofRule = `the last alert of ${rule === DIGEST ? 'the digest' : `"${rule}"`}`
  const ofDemo = async (demo: StoreOrDemoMarket): Promise<Example> => {
    const own = await last(demo)
    const alert = own ?? (await last(demo, { ...only, rules: [], digest: DIGEST_OF_DEMO }))
    if (!alert) throw new Error('the demo has no digest')
    const what = own ? `${ofRule} in the demo` : `a digest of the demo: "${rule}" fires for nothing in it`
    return { alert, isDemo: true, remark: `This is ${what}.` }
  }
  return withStoreOrDemo(terminal, config, async (market) => {
    if (market.isDemo) return ofDemo(market)
    const alert = await last(market)
    if (alert) return { alert, isDemo: false, remark: `This is ${ofRule}, of ${istClock(alert.at)}.` }
    const example = await withDemo(market.openedAt, ofDemo)
    return { ...example, remark: `No alert of it in ${LOOKED_BACK_DAYS} days. ${example.remark}` }
  })
}

const DIGEST_OF_DEMO = { at: '08:00', channels: [DIGEST] } as const

async function lastAlert(
  market: StoreOrDemoMarket,
  settings: { readonly rules: AlertRules; readonly publicUrl: string },
  mostDays: number,
  onLongSearch: () => void,
): Promise<FiredAlert | undefined> {
  const { version, openedAt } = market
  const context = { ...market, ...settings, statedOn: async () => [] }
  const before = (days: number) => ({ version, moment: instantFromMs(msOf(openedAt) - days * DAY_MS) })
  for (let days = 0; days < mostDays; days += DAYS_AT_ONCE) {
    if (days === DAYS_AT_ONCE) onLongSearch()
    const found: FiredAlert[] = []
    for await (const page of alertPages(context, before(days + DAYS_AT_ONCE), before(days)))
      found.push(...page.alerts)
    const last = found.at(-1)
    if (last) return last
  }
  return undefined
}

/** The message that carries the alert, sent now. Quiet hours and the maximum of a day do not apply. */
function testMessage(
  rule: string,
  channel: string,
  { alert, isDemo }: Example,
  { PUBLIC_URL: publicUrl }: Config,
  { now }: Terminal,
): AlertMessage {
  const at = now()
  const { content } = alert
  const held = { ...alert, at, content: { ...content, mark: `Test: ${content.mark}` } }
  const policy = { quietHours: null, maxPerDay: null }
  const due = dueMessages({ held: [held], sentOn: new Map() }, { policy, now: at })
  const fired = isDemo ? '' : `, which fired ${datedMoment(alert.at, istDay(at))}`
  const remark = `Test of ${rule === DIGEST ? 'the digest' : `the rule "${rule}"`}${fired}.`
  const [message] = due.messages.map((planned) =>
    alertMessage(channel, planned, { publicUrl, isDemo, away: null, remark }),
  )
  if (!message) throw new Error('an alert of this moment is due')
  return { ...message, id: `msg_test_${randomUUID().replaceAll('-', '')}` }
}

async function deliver(
  settings: ChannelSettings,
  message: AlertMessage,
  { now, stdout, stderr }: Terminal,
): Promise<ExitCode> {
  const channel = openChannel(settings, { now, agent: userAgent('') })
  try {
    const delivery = await channel.deliver(message, new AbortController().signal)
    if (delivery.isDelivered) {
      stdout.write(`${RECEIVERS[settings.type].name} confirmed it.\n`)
      return EXIT.done
    }
    stderr.write(`not delivered: ${delivery.reason}\nto do: ${failureAdvice(settings, delivery)}\n`)
    return EXIT.failed
  } finally {
    await channel.close()
  }
}

/** What confirms a message, and what to check when it objects. */
const RECEIVERS: Readonly<
  Record<ChannelSettings['type'], { readonly name: string; readonly check: string }>
> = {
  webhook: { name: 'The receiver', check: '"url" and "secret", and what the receiver accepts' },
  telegram: {
    name: 'Telegram',
    check: '"token" and "chat", and that the bot is a member of the chat and may write there',
  },
  email: { name: 'The mail server', check: '"server", "user", "password", "from" and "to"' },
  ntfy: { name: 'ntfy', check: '"server", "topic" and "token"' },
  slack: { name: 'Slack', check: '"url": it may have been revoked' },
  discord: { name: 'Discord', check: '"url": it may have been deleted' },
}

/** What the operator can do about a message that was not delivered. */
function failureAdvice(
  settings: ChannelSettings,
  { isRejected, retryAfterMs }: Extract<Delivery, { readonly isDelivered: false }>,
): string {
  if (isRejected) return `check ${RECEIVERS[settings.type].check}`
  if (retryAfterMs !== null) return `try again in ${Math.ceil(retryAfterMs / 1000)} seconds`
  return `check that ${channelHost(settings)} works and can be reached from here, then try again`
}
