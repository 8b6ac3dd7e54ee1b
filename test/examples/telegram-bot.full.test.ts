import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { demoServiceForAll } from '../support/demo-service.ts'
import { copyOfExample } from '../support/example.ts'
import { startOutside } from '../support/installed-package.ts'
import { gmp, ipo } from '../support/lines.ts'
import { localServer } from '../support/local-server.ts'
import { serve } from '../support/processes.ts'
import { type Answered, startTestService } from '../support/service.ts'

/** In the evening in India: the demo market has changed all day. */
const demo = demoServiceForAll()
const CHANGES = '/api/public/market/changes?limit=1000'

/** What the bot gets instead of Telegram, which is not reachable in a test. */
interface TelegramStandIn {
  readonly address: string
  /** The messages that were accepted. */
  readonly accepted: Answered[]
  /** Called before a message is answered; the answer is accepted unless it returns another one. */
  before: () => { status: number; body: unknown } | 'hang' | undefined
}

async function telegram(): Promise<TelegramStandIn> {
  const standIn: TelegramStandIn & { address: string } = {
    address: '',
    accepted: [],
    before: () => undefined,
  }
  standIn.address = await localServer(async (request, response) => {
    const message = await json(request)
    const other = request.url === '/bot123:abc/sendMessage' ? standIn.before() : { status: 404, body: {} }
    if (other === 'hang') return
    if (!other) standIn.accepted.push(message)
    response.writeHead(other?.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(other?.body ?? { ok: true, result: {} }))
  })
  return standIn
}

interface Bot {
  readonly child: ChildProcess
  printed(): string
}

function startBot(folder: string, service: string, standIn?: TelegramStandIn): Bot {
  const env = { GREYMARK_URL: service }
  const settings = { TELEGRAM_TOKEN: '123:abc', TELEGRAM_CHAT: '-1001', TELEGRAM_API: standIn?.address }
  const child = startOutside(process.execPath, ['bot.mjs'], folder, standIn ? { ...env, ...settings } : env)
  let printed = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (printed += chunk))
  return { child, printed: () => printed }
}

const stateOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'bot-state.json'), 'utf8'))
const textsOf = ({ accepted }: TelegramStandIn): string[] => accepted.map(({ text }) => text)

/** A bot whose last event is the first one of the day. Returns the position of the end as well. */
async function atStartOfDay(folder: string): Promise<string> {
  const first = (await demo.json(CHANGES)).changes[0].position
  writeFileSync(join(folder, 'bot-state.json'), JSON.stringify({ position: first, done: 0 }))
  return (await demo.json(`${CHANGES}&since=${first}`)).position
}

describe('the Telegram bot', () => {
  test('prints what is open, with the basis of each GMP, when there is no token', async () => {
    const folder = copyOfExample('telegram-bot')
    const { address } = await serve({ DATABASE_URL: `sqlite:${join(folder, 'none.db')}` })
    const bot = startBot(folder, address)
    await expect.poll(bot.printed).toContain('DEMO')
    const { ipos } = await (await fetch(`${address}/api/public/market/ipos?status=OPEN`)).json()
    const lines = bot.printed().split('\n')
    expect(lines.filter((line) => line.startsWith('•'))).toHaveLength(ipos.length)
    for (const { name, lastGmp } of ipos) {
      const basis =
        lastGmp === null ? 'no GMP quoted' : 'unofficial GMP −?₹.+ sources? on \\d{4}-\\d\\d-\\d\\d'
      expect(lines).toContainEqual(expect.stringMatching(`^• ${RegExp.escape(name)}, closes .+; ${basis}`))
    }
    await expect.poll(() => stateOf(folder).position).toMatch(/^demo-/)
  })

  test('neither loses nor repeats a message when it is killed, and waits when Telegram asks for it', async () => {
    const undisturbed = copyOfExample('telegram-bot')
    const end = await atStartOfDay(undisturbed)
    const whole = await telegram()
    const first = startBot(undisturbed, demo.address, whole)
    await expect.poll(() => stateOf(undisturbed).position).toBe(end)
    first.child.kill('SIGKILL')
    expect(textsOf(whole)).toContainEqual(expect.stringMatching(/^Listed: .* at ₹/))
    expect(textsOf(whole)).toContainEqual(expect.stringMatching(/^Open: /))
    expect(textsOf(whole)).toContainEqual(expect.stringMatching(/; before: −?₹/))

    const killed = copyOfExample('telegram-bot')
    await atStartOfDay(killed)
    const parts = await telegram()
    const tooMany = { ok: false, error_code: 429, parameters: { retry_after: 1 } }
    const refused = [2, 9]
    for (const stopAt of [5, 12, Number.POSITIVE_INFINITY]) {
      const bot = startBot(killed, demo.address, parts)
      const gone = once(bot.child, 'close')
      parts.before = () => {
        if (refused[0] === parts.accepted.length) {
          refused.shift()
          return { status: 429, body: tooMany }
        }
        if (parts.accepted.length < stopAt) return undefined
        bot.child.kill('SIGKILL')
        return 'hang'
      }
      if (Number.isFinite(stopAt)) await gone
      else await expect.poll(() => stateOf(killed).position).toBe(end)
    }
    expect(refused).toEqual([])
    expect(textsOf(parts)).toEqual(textsOf(whole))
  })

  test('posts a change when it happens, and escapes names', async () => {
    const name = 'Dot & <b>Line</b> "Works" Limited'
    const dates = { openDate: '2026-01-13', closeDate: '2026-01-16', priceMax: 100 }
    const lines = [ipo('dot-line', { ...dates, name }), gmp('dot-line', '2026-01-15', 40)]
    const service = await startTestService({
      now: '2026-01-15T06:00:00.000Z',
      linesAt: '2026-01-15T05:00:00.000Z',
      lines,
    })
    const standIn = await telegram()
    startBot(copyOfExample('telegram-bot'), service.address, standIn)
    await expect.poll(() => standIn.accepted).toHaveLength(1)
    const link = `<a href="${service.address}/ipos/dot-line">Dot &#38; &#60;b&#62;Line&#60;/b&#62; &#34;Works&#34; Limited</a>`
    expect(standIn.accepted[0]).toMatchObject({ chat_id: '-1001', parse_mode: 'HTML' })
    expect(textsOf(standIn)[0]).toContain(
      `• ${link}, closes 2026-01-16; unofficial GMP ₹40 (+40.0%), one source`,
    )
    service.setNow('2026-01-15T07:00:01.000Z')
    await service.record('2026-01-15T07:00:00.000Z', [gmp('dot-line', '2026-01-15', 45, 'IPO Ji')])
    await expect.poll(() => standIn.accepted).toHaveLength(2)
    expect(textsOf(standIn)[1]).toMatch(
      /: unofficial GMP ₹42\.50 \(\+42\.5%\), 2 sources on 2026-01-15; before: ₹40$/,
    )
  })

  test('prints why Telegram refuses a message, without the token', async () => {
    const standIn = await telegram()
    standIn.before = () => ({ status: 400, body: { ok: false, description: 'Bad Request: chat not found' } })
    const bot = startBot(copyOfExample('telegram-bot'), demo.address, standIn)
    await expect.poll(bot.printed).toContain('Telegram refused the message: Bad Request: chat not found')
    expect(bot.printed()).not.toContain('123:abc')
  })
})
