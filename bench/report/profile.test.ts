import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../src/project-file.ts'
import { byArea, type CpuProfile, selfTimes } from './profile.ts'
import { sourceOfFrames } from './source-of-frame.ts'

const FRAMES = [
  ['(root)', ''],
  ['(idle)', ''],
  ['begin', 'file:///there/src/operate/request-watch.ts'],
  ['writeHead', 'node:_http_server'],
  ['get', 'file:///there/node_modules/@scope/cache/index.js'],
  ['writev', ''],
  ['send', 'file:///there/src/publish/sender.ts'],
  ['(garbage collector)', ''],
] as const

const profile: CpuProfile = {
  nodes: FRAMES.map(([functionName, url], id) => ({
    id,
    callFrame: { functionName, url, lineNumber: 0, columnNumber: 0 },
  })),
  startTime: 1000,
  endTime: 2000,
  samples: [2, 1, 2, 3, 4, 5, 6, 6, 7],
  timeDeltas: [400, 100, 100, 50, 50, 100, 60, 90, 50],
}

test('self time is summed by function and by area, for the last microseconds only and without idle time', () => {
  const times = selfTimes(profile, 500, ({ url }) => url)
  expect(times[0]).toEqual({ area: 'ours: publish', name: 'send', microseconds: 150 })
  expect([...byArea(times)]).toEqual([
    ['ours: publish', 150],
    ['ours: operate', 100],
    ['native code and kernel', 100],
    ['node: _http_server', 50],
    ['library: @scope/cache', 50],
    ['garbage collection', 50],
  ])
})

test('the source file of a function of the built program is found', () => {
  const url = projectFile('dist/program.js').href
  const lines = readFileSync(projectFile('dist/program.js'), 'utf8').split('\n')
  const lineNumber = lines.findIndex((line) => line.startsWith('async function runCli('))
  const sourceOf = sourceOfFrames()
  const frame = { functionName: 'runCli', url, lineNumber, columnNumber: 'async function runCli'.length }
  expect(sourceOf(frame)).toBe(projectFile('src/cli/main.ts').href)
  expect(sourceOf({ ...frame, url: 'node:fs' })).toBe('node:fs')
})
