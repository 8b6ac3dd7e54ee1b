import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Collects garbage while no tick is pending, then compares a new tick with the one that is held. */
const SCRIPT = `
import { executionAsyncResource } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
process.argv = [process.argv[0], 'greymark', '--help']
const { keptTick } = await import('./bin/greymark.js')
await setTimeout(1)
globalThis.gc()
process.nextTick(() => process.stdout.write('\\nsame shape: ' + %HaveSameMap(executionAsyncResource(), keptTick)))
`

test('the hidden class of a tick survives garbage collection, so that ticks stay cheap', async () => {
  const args = ['--expose-gc', '--allow-natives-syntax', '--input-type=module', '--eval', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toContain('Usage: greymark [COMMAND]')
  expect(stdout).toMatch(/same shape: true$/)
})
