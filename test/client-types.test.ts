import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openApiDocument } from '../src/api/openapi.ts'
import { BASE, type DocumentPart } from './support/conformance.ts'
import { demoServiceForAll } from './support/demo-service.ts'
import { temporaryFolder } from './support/store.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const document: DocumentPart = openApiDocument({ publicUrl: '', contact: '' })
const service = demoServiceForAll()

/** The answers that a client can get, each with the name of its type. */
const ANSWERS: readonly (readonly [path: string, type: string])[] = Object.keys(document.paths)
  .filter((path) => path.startsWith(BASE))
  .flatMap((path) => {
    const { schema } = document.paths[path].get.responses[200].content['application/json'] ?? {}
    return schema ? [[path, schema.$ref.split('/').at(-1)]] : []
  })

/** Compiles a program of a user against the types that the build writes. */
function faultsOf(program: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'program.ts'), program)
  const compilerOptions = {
    ...{
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'nodenext',
      types: [],
      strict: true,
      noEmit: true,
    },
    ...{ exactOptionalPropertyTypes: true, allowImportingTsExtensions: true },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
}

test('each answer has all fields of its type, no others, and values of their types', async () => {
  const slug = (await service.json(`${BASE}/ipos?status=listed`)).ipos[0].slug
  const bodies = await Promise.all(
    ANSWERS.map(async ([path, type], i) => {
      const address = path.replace('{slug}', slug)
      const body = await (await service.get(address)).text()
      return `export const answer${i}: Api.${type} = ${body}\n`
    }),
  )
  expect(ANSWERS.length).toBeGreaterThan(9)
  const imported = `import type * as Api from '${join(ROOT, 'src/client/types.ts')}'\n`
  expect(faultsOf(imported + bodies.join(''))).toBe('')
  expect(faultsOf(`${imported}export const none: Api.IpoBody = {}`)).toContain('IpoBody')
})
