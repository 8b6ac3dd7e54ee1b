import { beforeAll } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { openDemoMarket } from '../../src/demo/demo-market.ts'
import { BASE } from '../../src/request/paths.ts'
import { answerRoutes } from '../../src/service/answer-routes.ts'
import { sourceChoice } from '../../src/service/source-choice.ts'
import { withCopyLinks } from '../../src/web/copy/copy-links.ts'
import { withPageTimes } from '../../src/web/copy/copy-state.tsx'
import { DEMO_CLOCK } from './demo-service.ts'
import { OWNERS } from './market-data.ts'
import { TEST_SETTINGS } from './service.ts'

/** A day that has a page of deals in the copy, and the last one that could have. */
const COPIED_DAYS = ['2026-11-12', '2026-11-16']

/** The files of a copy that has a page per issue, share and state, and those of a few days. */
function inCopy(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address, 'http://copy.example')
  const query = Object.fromEntries(searchParams)
  if (pathname === '/deals' && query.from === query.to && COPIED_DAYS.includes(query.from ?? ''))
    return `/deals/days/${query.from}/`
  if (query.status && searchParams.size === 1) return inCopy(`${pathname}/${query.status.toLowerCase()}`)
  if (searchParams.size > 0 || pathname.startsWith('/deals/clients/')) return undefined
  if (pathname.startsWith(BASE)) return /\/changes$/.test(pathname) ? undefined : `${pathname}.json`
  return pathname === '/' || /\.\w+$/.test(pathname) ? pathname : `${pathname}/`
}

export interface CopyPages {
  /** The answer to an address of the service, as a file of the copy. */
  file(address: string): Promise<string>
}

/** The demo as the files of a static copy, for all tests of a file. */
export function copyPagesForAll(liveUrl = ''): CopyPages {
  let routes: ReturnType<typeof answerRoutes> = []
  beforeAll(async () => {
    const demo = await openDemoMarket(DEMO_CLOCK)
    const config = loadConfig({ ...TEST_SETTINGS, PUBLIC_URL: 'https://copy.example' })
    const { db, ...served } = demo.served()
    const market = {
      ...{ ...served, db, userStore: db, owners: OWNERS },
      ...{ isUnavailable: false, history: 0, servedSince: DEMO_CLOCK },
    }
    const same = async () => market
    routes = answerRoutes({
      ...{ config, sources: sourceChoice(config), copy: { liveUrl, inCopy } },
      ...{ now: () => DEMO_CLOCK, market: () => market, catchUp: same, reach: same },
    })
    return () => demo.close()
  })
  return {
    async file(address) {
      const { pathname, searchParams } = new URL(address, 'http://copy.example')
      for (const { path, ask } of routes) {
        const params = new URLPattern({ pathname: path }).exec({ pathname })?.pathname.groups
        if (!params) continue
        const given = Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text ?? '')])
        const asked = await ask({
          route: path,
          params: Object.fromEntries(given),
          query: Object.fromEntries(searchParams),
        })
        if ('redirectTo' in asked) break
        const { body, span } = await asked.make()
        const times = { changedAt: DEMO_CLOCK, changesAt: span.changesAt }
        return withCopyLinks(withPageTimes(String(body), times), { liveUrl, inCopy })
      }
      throw new Error(`no route answers ${address}`)
    },
  }
}
