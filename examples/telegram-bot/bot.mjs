// Posts IPOs that open, changes of their GMP, and listings to a Telegram chat.
// Without TELEGRAM_TOKEN it prints the messages instead, so that you can try it at once.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createClient } from 'greymark/client'
import { createMessages } from './messages.mjs'
import { hasTelegram, post } from './telegram.mjs'

const { GREYMARK_URL = 'http://127.0.0.1:3000', STATE_FILE = 'bot-state.json' } = process.env
const client = createClient(GREYMARK_URL)
const messages = createMessages(GREYMARK_URL, hasTelegram)

// The state: the position of the last event that is done, and how many of the changes after it are done.
function save(state) {
  writeFileSync(`${STATE_FILE}.new`, JSON.stringify(state))
  renameSync(`${STATE_FILE}.new`, STATE_FILE)
  return state
}

async function begin() {
  const answer = await client.ipos({ status: 'OPEN', detail: 'full', limit: 20 })
  if (!answer.ok) throw new Error(answer.error.message)
  await post(messages.openNow(answer))
  return save({ position: answer.meta.position, done: 0 })
}

async function run() {
  const state = existsSync(STATE_FILE) ? JSON.parse(readFileSync(STATE_FILE, 'utf8')) : await begin()
  let { position, done } = state
  let handled = 0
  // follow() reconnects by itself, and continues after `position` with what happened in between.
  for await (const event of client.follow({ since: position })) {
    if (event.type === 'error') throw new Error(event.error.message)
    for (const change of event.changes ?? []) {
      handled += 1
      if (handled <= done || !messages.isPosted(change)) continue
      // The IPO as it was known at the moment of the change, even if the bot was off since.
      const answer = await client.ipo(change.slug, { asOf: change.at })
      if (answer.ok) await post(messages.about(change, answer.ipo))
      else if (answer.error.code !== 'NOT_FOUND') throw new Error(answer.error.message)
      save({ position, done: handled })
    }
    if (event.type === 'changes' && handled < done) continue
    position = event.position
    done = handled = 0
    save({ position, done })
  }
}

// After a failure it continues from its state.
for (;;) {
  await run().catch((error) => console.error(`${error.message}; trying again in 10 seconds`))
  await setTimeout(10_000)
}
