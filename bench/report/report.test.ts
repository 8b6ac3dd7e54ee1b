import { expect, test } from 'vitest'
import type { Figure } from '../figure.ts'
import type { NamedResult, WholeRun } from '../results.ts'
import { chart } from './chart.ts'
import { document } from './document.ts'
import { figureTable } from './table.ts'

const rounds = [
  { ours: 20_000, theirs: 25_000 },
  { ours: 18_000, theirs: 20_000 },
  { ours: 21_000, theirs: 30_000 },
]
const again: Figure = {
  work: '/ipos <again>',
  against: 'raw node:http',
  unit: 'requests/s',
  goal: { atLeast: 0.8, aim: 0.9 },
  rounds,
}
const slow: Figure = {
  ...again,
  work: 'start',
  unit: 'ms',
  goal: { atMost: 2, aim: 1.2 },
  rounds: [{ ours: 3.5, theirs: 1 }],
}
const disturbed: Figure = { ...slow, rounds: [{ ours: 3.5, theirs: 1, isDisturbed: true }] }

const result = (name: string, figures: readonly Figure[], text?: string): NamedResult => ({
  name,
  about: `what ${name} is about`,
  figures,
  notes: [`a note on ${name}`],
  ...(text === undefined ? {} : { text }),
})

test('a row of the table has both values of the median round, the ratio, its spread and the verdict', () => {
  expect(figureTable([again, slow]).split('\n').slice(1, 3)).toEqual([
    '/ipos <again>  raw node:http  20,000  25,000  requests/s  0.80   0.70 to 0.90  at least 0.80  0.90  reached',
    'start          raw node:http  3.50    1.00    ms          3.50   3.50 to 3.50  at most 2.00   1.20  missed',
  ])
})

test('the document has the figures, the notes and the tables of every part, and the machine', () => {
  const run: WholeRun = {
    ...{ day: '2026-01-15', commit: '0a1b2c3', arch: 'arm64', rounds: 3, seconds: 1, interruptions: 1 },
    repeated: ['start', 'engines'],
    machine: [['Node', 'v24.0.0']],
    results: [result('again', [again]), result('profile', [], '| a | b |')],
  }
  const text = document(run, 'arm64.svg')
  for (const part of [
    '# Benchmarks on arm64',
    'One run on 2026-01-15 of commit 0a1b2c3, interrupted and continued 1 time: 3 rounds, 1 s of load in each. Measured again, because the machine had disturbed them: start, engines;',
    '](arm64.svg)',
    '| Node | v24.0.0 |',
    '| /ipos <again> | raw node:http | 20,000 | 25,000 | requests/s | 0.80 |',
    '- a note on again',
    '| a | b |',
    '- a note on profile',
  ])
    expect(text).toContain(part)
})

test('the chart draws each figure once, in the shape of its verdict, and escapes its text', () => {
  const svg = chart([result('again', [again]), result('start', [slow, disturbed]), result('profile', [])])
  expect(svg).toContain('/ipos &lt;again>')
  expect(svg.match(/class="missed"/g)).toHaveLength(2)
  expect(svg.match(/class="reached"/g)).toHaveLength(2)
  // The legend and the last figure.
  expect(svg.match(/class="not-reliable"/g)).toHaveLength(2)
  expect(svg).not.toContain('what profile is about')
  expect(svg).not.toContain('NaN')
})
