import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { otherWorkMs, type ProcessTime, processTimeIn } from './process-times.ts'

const time = (id: number, parent: number, ms: number): ProcessTime => ({ id, parent, ms })

test('the time of a process includes that of its ended children, and its name may have spaces', () => {
  const line = '42 (a (b) c) S 7 42 42 0 -1 4194560 100 0 0 0 11 22 33 44 20 0 1 0 5 1000 10'
  expect(processTimeIn(line)).toEqual(time(42, 7, 1100))
})

test('the line of this process is read', () => {
  const { id, parent } = processTimeIn(readFileSync('/proc/self/stat', 'latin1'))
  expect([id, parent]).toEqual([process.pid, process.ppid])
})

test('the run itself, its children and the threads of the kernel are no other work', () => {
  const before = [
    time(1, 0, 50),
    time(2, 0, 0),
    time(9, 2, 10),
    time(100, 1, 0),
    time(101, 100, 0),
    time(200, 1, 5),
  ]
  const after = before.map((one) => ({ ...one, ms: one.ms + 20 }))
  // The processes 1 and 200.
  expect(otherWorkMs(before, after, 100)).toBe(40)
})

test('a process that ends is still counted with its parent', () => {
  const before = [time(1, 0, 0), time(200, 1, 0), time(201, 200, 70)]
  expect(otherWorkMs(before, [time(1, 0, 0), time(200, 1, 90)], 100)).toBe(20)
})
