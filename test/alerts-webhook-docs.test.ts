import { readFileSync } from 'node:fs'
import type { TObject, TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { AlertBody, MessageBody } from '../src/alerts/messages/alert-body.ts'
import { alertContent } from '../src/alerts/messages/alert-content.ts'
import { alertMessage } from '../src/alerts/messages/message.ts'
import { ALERT_AT, alertCause, alertIpo, gmpEvent, similarIposWith } from './support/alert-events.ts'

const docs = readFileSync(new URL('../docs/alerts-webhook.md', import.meta.url), 'utf8')

/** An object, also where it may be null or is in a list. */
function objectIn(schema: TSchema): TObject {
  const { anyOf, items } = schema as { anyOf?: TSchema[]; items?: TSchema }
  return (items ?? anyOf?.[0] ?? schema) as TObject
}

const propertyOf = (schema: TSchema, key: string): TSchema => (schema as TObject).properties[key] as TSchema

/** The table of an object as the document has it. */
const tableOf = (schema: TSchema): string =>
  Object.entries(objectIn(schema).properties)
    .map(([key, field]) => `| \`${key}\` | ${(field as { description?: string }).description} |`)
    .join('\n')

const alerts = propertyOf(MessageBody, 'alerts')

describe('docs/alerts-webhook.md', () => {
  test.each<[string, TSchema]>([
    ['the message', MessageBody],
    ['an alert', alerts],
    ['an IPO', propertyOf(AlertBody, 'ipo')],
    ['its similar IPOs', propertyOf(objectIn(propertyOf(AlertBody, 'ipo')), 'similar')],
    ['its GMP at close', propertyOf(objectIn(propertyOf(AlertBody, 'ipo')), 'gmpAtClose')],
    ['the end of a lock-in', propertyOf(AlertBody, 'lockIn')],
    ['a deal', propertyOf(AlertBody, 'deal')],
    ['a corrected figure', propertyOf(AlertBody, 'figures')],
  ])('describes every field of %s', (_name, schema) => {
    expect(docs).toContain(`\n${tableOf(schema)}\n`)
  })

  test('shows a body as it is sent', () => {
    const similar = similarIposWith({ horizon: 'close-3', from: 20, to: 30 })
    const ipo = alertIpo({ lastGmp: 22, lastGmpPct: 22, similar })
    const cause = alertCause({
      old: { lastGmp: 18.5, lastGmpPct: 18.5 },
      new: { lastGmp: 22, lastGmpPct: 22 },
    })
    const context = { publicUrl: 'https://ipo.example', isDemo: false }
    const content = alertContent(gmpEvent(ipo, { cause }), { at: ALERT_AT, ...context })
    const alert = { key: 'a', rule: 'gmp above 20%', event: 'gmp', at: ALERT_AT, content }
    const planned = { createdAt: ALERT_AT, alerts: [alert], why: null, heldBy: null, isLastOfDay: false }
    const message = alertMessage('program', planned, { ...context, away: null })
    const [, example = ''] = /```json\n([\s\S]*?)\n```/.exec(docs) ?? []
    expect(JSON.parse(example)).toEqual(JSON.parse(JSON.stringify(message.body)))
  })
})
