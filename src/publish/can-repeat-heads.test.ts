import { createServer, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { canRepeatHeads } from './can-repeat-heads.ts'

test('this version of Node sends a head that was written before like its own', async () => {
  expect(await canRepeatHeads(createServer)).toBe(true)
})

/** Responses as another version of Node might have them. */
const OTHERS = {
  'keeps its head elsewhere': class extends ServerResponse {
    get _header() {
      return null
    }
    set _header(_head) {}
  },
  'sends its head a second time': class extends ServerResponse {
    get _headerSent() {
      return false
    }
    set _headerSent(_isSent) {}
  },
  'lets nobody else set its head': class extends ServerResponse {
    set _headerSent(isSent: boolean) {
      if (isSent) throw new Error('only the response itself sends its head')
    }
  },
}

test.each(Object.entries(OTHERS))('not with a response that %s', async (_name, Other) => {
  const options = { ServerResponse: Other as typeof ServerResponse }
  expect(await canRepeatHeads(createServer, options)).toBe(false)
})
