import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/config.ts'
import { startService } from '../../src/service/start.ts'
import { quickPlace } from '../support/quick-place.ts'
import { TEST_SETTINGS } from '../support/service.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

/** Metrics that Prometheus itself records for each process that it scrapes. */
const OF_PROMETHEUS = ['up']
const SEVERITIES = ['critical', 'warning', 'info']

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly targets: readonly { readonly expr: string }[]
}

const rules: Rule[] = parse(read('deploy/prometheus/greymark-alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const dashboard = JSON.parse(read('deploy/grafana/greymark-dashboard.json'))
const panels: Panel[] = dashboard.panels

/** The metrics in an expression: names that are not functions, keywords, labels or numbers. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?![\w:]*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['or', 'and', 'unless', 'offset', 'bool'].includes(name))
}

/** Every series of a freshly started service. */
async function exposedNames(): Promise<string[]> {
  const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
  const own = {
    DATABASE_URL: `sqlite:${join(folder, 'greymark.db')}`,
    METRICS: '127.0.0.1:0',
    LOG_LEVEL: 'silent',
  }
  const config = loadConfig({ ...TEST_SETTINGS, ...own })
  const service = await startService(config, () => '2026-01-15T06:00:00.000Z')
  try {
    const text = await (await fetch(String(service.metricsUrl))).text()
    return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('metricsIn', () => {
  test.each<[string, string[]]>([
    ['up{job="x"} == 0', ['up']],
    ['time() - max by (source) (a_seconds) > 93600', ['a_seconds']],
    ['a_bytes < 1e9 or a_bytes < b_bytes', ['a_bytes', 'a_bytes', 'b_bytes']],
    ['histogram_quantile(0.99, sum by (le) (rate(d_bucket{route!~"/(a|b)/.*"}[5m]))) > 0.5', ['d_bucket']],
    ['topk(10, sum by (route) (rate(r_total[5m])))', ['r_total']],
  ])('of %s', (expression, names) => {
    expect(metricsIn(expression)).toEqual(names)
  })
})

describe('alert rules and dashboard', () => {
  let exposed: string[]

  beforeAll(async () => {
    exposed = await exposedNames()
  })

  test.each([
    ...rules.map(({ alert, expr }) => [alert, expr]),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])),
  ])('%s reads only metrics that exist', (_name, expression = '') => {
    const names = metricsIn(expression)
    expect(names).not.toEqual([])
    expect([...exposed, ...OF_PROMETHEUS]).toEqual(expect.arrayContaining(names))
  })

  test('docs/operating.md describes every metric of ours', () => {
    const guide = read('docs/operating.md')
    const ours = exposed.filter((name) => /^greymark_/.test(name) && !/_(bucket|sum|count)$/.test(name))
    expect(ours.filter((name) => !guide.includes(name))).toEqual([])
  })
})

test.each(rules)('$alert describes the fault, its duration, and what to do', (rule) => {
  expect(rule).toMatchObject({
    alert: expect.stringMatching(/^Greymark[A-Za-z]+$/),
    for: expect.stringMatching(/^\d+[mhd]$/),
  })
  expect(SEVERITIES).toContain(rule.labels.severity)
  expect(Object.keys(rule.annotations)).toEqual(['summary', 'description', 'action'])
  for (const text of Object.values(rule.annotations)) expect(text.length).toBeGreaterThan(20)
})

test('every alert and panel has its own name, and every panel a description', () => {
  for (const names of [
    rules.map(({ alert }) => alert),
    panels.map(({ title }) => title),
    panels.map(({ id }) => id),
  ])
    expect(new Set<unknown>(names).size).toBe(names.length)
  for (const { description, targets } of panels)
    expect([description !== '', targets.length > 0]).toEqual([true, true])
})
