import { expect, test } from 'vitest'
import { logLineText } from './terminal-log.ts'

const ABOUT = { time: Date.UTC(2026, 0, 15, 6), pid: 1, hostname: 'h' }
const TIME = new Date(ABOUT.time).toTimeString().slice(0, 8)

test.each<[string, Record<string, unknown>, string | null]>([
  ['information', { level: 30, msg: 'read nse-issues: done', rows: 3 }, 'read nse-issues: done'],
  ['a warning with its fields', { level: 40, msg: 'slow', path: '/', ms: 9 }, 'warning: slow (path /, ms 9)'],
  [
    'an error with its cause, without its stack',
    { level: 50, err: { message: 'gone', stack: 'Error: gone\n at x' }, status: 500, msg: 'failed' },
    'error: failed: gone (status 500)',
  ],
  ['unknown values are left out', { level: 40, msg: 'x', fault: null, rows: { a: 1 } }, 'warning: x'],
  ['a line without a message', { level: 30, msg: '' }, null],
  [
    'characters that a terminal interprets',
    { level: 40, msg: 'a\u001b[31m\nb\u0085\u2028\u202ec', name: 'क ₹' },
    'warning: a\\u{1b}[31m\\u{a}b\\u{85}\\u{2028}\\u{202e}c (name क ₹)',
  ],
])('%s', (_name, entry, text) => {
  expect(logLineText(JSON.stringify({ ...ABOUT, ...entry }))).toBe(text === null ? null : `${TIME} ${text}`)
})
