import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { DOWNLOADS } from '../src/request/downloads.ts'
import { programPath } from './deploy/installed.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { type Need, needs, ONCE } from './support/needs.ts'
import type { Answered } from './support/service.ts'

/** The first python that has pandas: that of the PATH may be another than that of the system's packages. */
const PYTHON_WITH_PANDAS = [programPath('python3'), '/usr/bin/python3'].find((python) => {
  try {
    if (python) execFileSync(python, ['-c', 'import pandas'], { stdio: 'ignore' })
    return python !== undefined
  } catch {
    return false
  }
})
const PANDAS: Need = {
  isMet: () => PYTHON_WITH_PANDAS !== undefined,
  reason: 'there is no python3 with pandas: install python3-pandas',
}

needs(PANDAS, ONCE)

const service = demoServiceForAll()

/** Prints the number of rows, the types, and the days of a table, read without a setting but the names of its dates. */
const SCRIPT = `
import json, sys, pandas
address, days, moments = sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3])
table = pandas.read_csv(address, parse_dates=days + moments)
print(json.dumps({
  'rows': len(table),
  'types': {name: str(kind) for name, kind in table.dtypes.items()},
  'days': {name: [None if pandas.isna(day) else day.strftime('%Y-%m-%d') for day in table[name]] for name in days},
}))`

test.each(DOWNLOADS)('pandas reads the CSV of $name with its types', async ({ name, columns }) => {
  const text = await (await fetch(`${service.address}/downloads/${name}.ndjson`)).text()
  const rows: Answered[] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const filled = columns.filter((column) => rows.some((row) => row[column.name] !== null))
  const named = (type: string) => filled.filter((column) => column.type === type).map((column) => column.name)
  const [days, moments] = [named('day'), named('moment')]
  const { stdout } = await promisify(execFile)(
    PYTHON_WITH_PANDAS ?? '',
    ['-c', SCRIPT, `${service.address}/downloads/${name}.csv`, JSON.stringify(days), JSON.stringify(moments)],
    { env: { TZ: 'America/Los_Angeles' }, maxBuffer: 64 * 1024 * 1024 },
  )
  const read = JSON.parse(stdout)
  expect(read.rows).toBe(rows.length)
  expect(Object.keys(read.types)).toEqual(columns.map((column) => column.name))
  for (const day of days) {
    expect([day, read.types[day]]).toEqual([day, expect.stringMatching(/^datetime64\[\w+\]$/)])
    expect(read.days[day]).toEqual(rows.map((row) => row[day]))
  }
  for (const moment of moments)
    expect([moment, read.types[moment]]).toEqual([moment, expect.stringMatching(/^datetime64\[\w+, UTC\]$/)])
  for (const number of [...named('number'), ...named('integer')])
    expect([number, read.types[number]]).toEqual([number, expect.stringMatching(/^(int|float)64$/)])
})
