import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each file of the examples is below 60 lines', () => {
  const files = globSync('examples/*/*')
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 60)).toEqual([])
})

test('the README of the examples lists each', () => {
  const readme = readFileSync('examples/README.md', 'utf8')
  const folders = readdirSync('examples').filter((name) => name !== 'README.md')
  for (const folder of folders) expect(readme).toContain(`| [${folder}](${folder}/`)
})
