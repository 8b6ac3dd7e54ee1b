import { expect, test } from 'vitest'
import { byArea, type CpuProfile, selfTimes } from './profile.ts'

const FRAMES = [
  ['(root)', ''],
  ['(idle)', ''],
  ['begin', 'file:///there/dist/operate/request-watch.js'],
  ['writeHead', 'node:_http_server'],
  ['get', 'file:///there/node_modules/@scope/kept/index.js'],
  ['writev', ''],
  ['send', 'file:///there/dist/publish/sender.js'],
  ['(garbage collector)', ''],
] as const

const profile: CpuProfile = {
  nodes: FRAMES.map(([functionName, url], id) => ({ id, callFrame: { functionName, url } })),
  startTime: 1000,
  endTime: 2000,
  samples: [2, 1, 2, 3, 4, 5, 6, 6, 7],
  timeDeltas: [400, 100, 100, 50, 50, 100, 60, 90, 50],
}

test('self time is summed by function and by area, of the last stretch alone and without waiting', () => {
  const times = selfTimes(profile, 500)
  expect(times[0]).toEqual({ area: 'ours: publish', name: 'send', microseconds: 150 })
  expect([...byArea(times)]).toEqual([
    ['ours: publish', 150],
    ['ours: operate', 100],
    ['native code and kernel', 100],
    ['node: _http_server', 50],
    ['library: @scope/kept', 50],
    ['garbage collection', 50],
  ])
})
