import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientTypes } from './support/client-types.ts'

const FILE = fileURLToPath(new URL('../src/client/types.ts', import.meta.url))

test('the types of the client are those of the API; if not: npx vitest run test/client-types.test.ts -u', async () => {
  await expect(clientTypes()).toMatchFileSnapshot(FILE)
})
