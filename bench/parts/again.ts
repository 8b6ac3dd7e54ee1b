import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Bench, Figure, Part } from '../figure.ts'
import { issueAt } from '../market/market.ts'
import { builtStore, sizeText } from '../market/stores.ts'
import { NGINX, startPeer, startRaw, startShippedNginx, startStaticNginx } from '../peers/start.ts'
import { ask, headerOf, json, mustAnswerAlike, nextPath, type Request } from '../run/answers.ts'
import { Duel } from '../run/compare.ts'
import { API, startGreymark, untilIdle } from '../run/greymark.ts'

/** A figure, and the request of each side. */
interface Case extends Pick<Figure, 'work' | 'against' | 'goal'> {
  readonly ours: Request & { readonly address: string }
  readonly theirs: Request & { readonly address: string }
}

export const again: Part = {
  name: 'again',
  about: 'repeated answers: the list of IPOs, one IPO, a 304 and a page',
  async run(bench) {
    const store = await builtStore(bench, 'small')
    const ours = await startGreymark(store.file)
    await untilIdle([ours])
    const [list, one] = [`${API}/ipos`, `${API}/ipos/${issueAt(store.size.ipos - 1, store.size).slug}`]
    const cases = [
      ...(await rawCases(bench, ours.address, list, one)),
      ...(NGINX ? await nginxCases(bench, ours.address, list, one) : []),
      ...(await jsonServerCases(bench, ours.address, list, one)),
      ...(await expressCases(store.file, ours.address, list, one)),
    ]
    const duel = new Duel(bench)
    const figures: Figure[] = []
    for (const { ours, theirs, ...figure } of cases) {
      bench.say(`${figure.work} against ${figure.against}`)
      const plan = ({ address, path, headers = {} }: Case['ours']) => ({ address, paths: [path], headers })
      figures.push({ ...figure, unit: 'requests/s', rounds: await duel.rounds(plan(ours), plan(theirs)) })
    }
    return {
      figures,
      note: `The store has ${sizeText(store.size)}.${NGINX ? '' : ' nginx is not installed, so it was not measured.'}`,
    }
  },
}

async function rawCases(bench: Bench, address: string, list: string, one: string): Promise<Case[]> {
  const etag = headerOf(await ask(address, { path: list }), 'etag') ?? ''
  const requests: readonly (readonly [work: string, Request])[] = [
    ['/ipos', { path: list }],
    ['/ipos, gzip', { path: list, headers: { 'Accept-Encoding': 'gzip' } }],
    ['/ipos, 304', { path: list, headers: { 'If-None-Match': etag } }],
    ['/ipos/:slug', { path: one }],
    ['page /', { path: '/', headers: { 'Accept-Encoding': 'gzip' } }],
  ]
  const answers = await Promise.all(requests.map(([, request]) => ask(address, request)))
  const raws = await startRaw(bench.folder, answers)
  const cases = requests.map(([work, request], index): Case => {
    const theirs = { ...request, address: raws[index] ?? '' }
    return { work, against: 'raw node:http', goal: { atLeast: 0.85 }, ours: { ...request, address }, theirs }
  })
  for (const { ours, theirs } of cases) await mustAnswerAlike(ours.address, theirs.address, ours)
  return cases
}

async function nginxCases(bench: Bench, address: string, list: string, one: string): Promise<Case[]> {
  const answers = new Map([
    [list, await ask(address, { path: list })],
    [one, await ask(address, { path: one })],
  ])
  const files = await startStaticNginx(bench.folder, answers)
  const cache = await startShippedNginx(bench.folder, address)
  const direct = [list, one].map((path): Case => {
    const work = path === list ? '/ipos' : '/ipos/:slug'
    return { work, against: 'nginx, a file', ours: { address, path }, theirs: { ...files, path } }
  })
  for (const path of [list, one]) await mustAnswerAlike(address, files.address, { path })
  // The first answer fills the cache.
  await ask(cache.address, { path: list })
  return [
    ...direct,
    {
      work: '/ipos, from the cache of nginx',
      against: 'without nginx',
      ours: { ...cache, path: list },
      theirs: { address, path: list },
    },
  ]
}

interface Ipo {
  readonly slug: string
}

/** json-server finds an item by its `id`. */
const withId = (ipo: Ipo) => ({ id: ipo.slug, ...ipo })

async function jsonServerCases(bench: Bench, address: string, list: string, one: string): Promise<Case[]> {
  bench.say('reading all IPOs for json-server')
  const ipos: Ipo[] = []
  const details: Ipo[] = []
  for (let path: string | undefined = `${list}?limit=200`; path; ) {
    const answer = await ask(address, { path })
    ipos.push(...JSON.parse(answer.body.toString()).ipos)
    path = nextPath(answer)
  }
  for (const { slug } of ipos) details.push((await json(address, `${list}/${slug}`)).ipo)
  const file = join(bench.folder, 'db.json')
  writeFileSync(file, JSON.stringify({ ipos: ipos.map(withId), details: details.map(withId) }))
  const server = await startPeer('json-server.ts', file)
  const [listed, detail] = ['/ipos?_page=1&_limit=60', `/details/${one.split('/').at(-1)}`]
  const [ourList, ourDetail] = [await json(address, list), await json(address, one)]
  if (
    !isDeepStrictEqual(await json(server.address, listed), ourList.ipos.map(withId)) ||
    !isDeepStrictEqual(await json(server.address, detail), withId(ourDetail.ipo))
  )
    throw new Error('json-server answers something else')
  const against = { against: 'json-server', goal: { atLeast: 5 } }
  return [
    { work: '/ipos', ...against, ours: { address, path: list }, theirs: { ...server, path: listed } },
    { work: '/ipos/:slug', ...against, ours: { address, path: one }, theirs: { ...server, path: detail } },
  ]
}

async function expressCases(store: string, address: string, list: string, one: string): Promise<Case[]> {
  const express = await startPeer('express.ts', store)
  const slugs = async (of: string) => (await json(of, list)).ipos.map(({ slug }: Ipo) => slug)
  if (!isDeepStrictEqual(await slugs(express.address), await slugs(address)))
    throw new Error('the Express program lists other IPOs')
  return [list, one].map((path): Case => {
    const work = path === list ? '/ipos' : '/ipos/:slug'
    const against = { against: 'one-day Express, fewer fields', goal: { atLeast: 5 } }
    return { work, ...against, ours: { address, path }, theirs: { ...express, path } }
  })
}
