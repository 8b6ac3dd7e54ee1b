// Uses the built client as a program of a user does, on any runtime: node client-check.mjs ADDRESS
import { createClient } from '../../dist/client/index.js'

const statuses = []
const client = createClient(process.argv[2], {
  fetch: async (url, init) => {
    const response = await fetch(url, init)
    statuses.push(response.status)
    return response
  },
})
const print = (name, value) => process.stdout.write(`${JSON.stringify({ [name]: value })}\n`)

for (const status of [['OPEN', 'UPCOMING'], ['OPEN', 'UPCOMING'], 'LISTED']) {
  const list = await client.ipos({ limit: 2, status })
  if (list.ok) print('list', [list.ipos.length, list.meta.total])
}
print('statuses', statuses)

let pages = 0
for await (const page of client.pages.ipos({ limit: 2 })) if (page.ok) pages++
print('pages', pages)

const { error, meta } = await client.ipo('unknown')
print('error', [error.code, meta.status])
const nobody = await createClient('http://127.0.0.1:1').index()
print('nobody', nobody.error.code)
const aborted = await client.index({ signal: AbortSignal.abort() })
print('aborted', aborted.error.code)

const ending = new AbortController()
for await (const event of client.follow({ signal: ending.signal })) {
  print(event.type, event.changes?.map(({ kind, slug }) => `${kind} ${slug}`) ?? null)
  if (event.type === 'changes') ending.abort()
}
print('ended', true)
