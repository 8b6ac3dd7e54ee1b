import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { AlertContent } from '../../alerts/alert.ts'
import { openChannel } from '../../alerts/channels/channel.ts'
import type { AlertMessage } from '../../alerts/message.ts'
import { alertContent } from '../../alerts/messages/alert-content.ts'
import { messageContent } from '../../alerts/messages/message-content.ts'
import type { AlertRules, ChannelRules } from '../../alerts/rules/alert-rules.ts'
import { userAgent } from '../../collect/download/introductions.ts'
import { type Config, loadConfig } from '../../config.ts'
import { EXIT, type ExitCode, type Terminal, UsageError } from '../command.ts'
import { channelHost } from './channel-host.ts'
import { confirmedText, failureAdvice } from './delivery-text.ts'
import { alertsFile, channelNamed, checkRuleName, DIGEST, loadRules, namesText } from './rules-file.ts'
import { type StoreOrDemoMarket, withStoreOrDemo } from './store-or-demo.ts'
import type { TrialEvent } from './trial-deal.ts'
import { trialDigest } from './trial-digest.ts'
import { trialEvent } from './trial-event.ts'

/** Sends one message that a rule would send to a channel. The outbox does not know of it. */
export async function testAlert(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true })
  const [rule, channelName, ...more] = positionals
  if (rule === undefined || channelName === undefined || more.length > 0)
    throw new UsageError('give the names of a rule and of a channel, such as "alerts test closing family"')
  const config = loadConfig(terminal.env)
  const { rules } = await loadRules(alertsFile(config), terminal)
  checkRuleName(rules, rule)
  const channel = channelNamed(rules, channelName)
  const { content, remark } = await withStoreOrDemo(terminal, config, (market) =>
    trialContent(market, rules, rule, config),
  )
  const message = testMessage(rule, content, terminal)
  const { stdout } = terminal
  const usual = channelsOf(rules, rule)
  if (!usual.includes(channelName))
    stdout.write(`The rule "${rule}" itself does not send to ${channelName}, but to ${namesText(usual)}.\n`)
  const { settings } = channel
  stdout.write(`${remark}\nTo ${channelName} (${settings.type}, ${channelHost(settings)}):\n\n`)
  stdout.write(`${message.title}\n${message.text}\n\n`)
  return deliver(channel, message, terminal)
}

const channelsOf = ({ rules, digest }: AlertRules, name: string): readonly string[] =>
  (rules.find((rule) => rule.name === name) ?? digest)?.channels ?? []

interface TrialContent {
  readonly content: AlertContent
  /** What the operator should know about it. */
  readonly remark: string
}

async function trialContent(
  market: StoreOrDemoMarket,
  rules: AlertRules,
  name: string,
  { PUBLIC_URL: publicUrl }: Config,
): Promise<TrialContent> {
  const { version, isDemo, openedAt: at } = market
  const position = { version, moment: at }
  const rule = rules.rules.find((candidate) => candidate.name === name)
  const digest = rule ? undefined : await trialDigest(market, position)
  const found = rule
    ? await trialEvent(market, position, rule)
    : digest && { event: digest, meetsConditions: true }
  if (!found)
    throw new Error(
      `the store has nothing yet that ${name === DIGEST ? 'a digest' : `"${name}"`} could be about; a DATABASE_URL without a store, such as sqlite:none.db, uses the demo`,
    )
  return {
    content: alertContent(found.event, { at, publicUrl, isDemo }),
    remark: rule ? remarkOn(found) : `A digest of ${digest?.on === 'digest' ? digest.day : 'a day'}.`,
  }
}

function remarkOn({ event, meetsConditions }: TrialEvent): string {
  if (event.on === 'deal')
    return meetsConditions
      ? 'About the newest deal that matches the rule.'
      : 'No recent deal matches the rule; this is the newest deal.'
  const name = 'ipo' in event ? event.ipo.name : ''
  return meetsConditions
    ? `About ${name}, which meets the conditions of the rule.`
    : `No IPO meets the conditions of the rule now, so this is about another one: ${name}.`
}

function testMessage(rule: string, content: AlertContent, { now }: Terminal): AlertMessage {
  const title = `Test: ${content.title}`
  const at = now()
  const part = { at, rule, content: { ...content, title, data: { ...content.data, title } } }
  return {
    id: `msg_test_${randomUUID().replaceAll('-', '')}`,
    createdAt: at,
    ...messageContent(
      part,
      `Test of ${rule === DIGEST ? 'the digest' : `the rule "${rule}"`}. This may not have happened.`,
    ),
  }
}

async function deliver(
  { settings }: ChannelRules,
  message: AlertMessage,
  { now, stdout, stderr }: Terminal,
): Promise<ExitCode> {
  const channel = openChannel(settings, { now, agent: userAgent('') })
  try {
    const delivery = await channel.deliver(message, new AbortController().signal)
    if (delivery.isDelivered) {
      stdout.write(`${confirmedText(settings)}\n`)
      return EXIT.done
    }
    stderr.write(`not delivered: ${delivery.reason}\n${failureAdvice(settings, delivery)}\n`)
    return EXIT.failed
  } finally {
    await channel.close()
  }
}
