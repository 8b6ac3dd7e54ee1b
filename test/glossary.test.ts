import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const glossary = read('docs/glossary.md')
const [terms = '', types = ''] = glossary.split('## Types of the rules')

const firstCells = (text: string) =>
  [...text.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, cell = '']) => cell.trim())
    .filter((cell) => !/^(Term|Type|-+)$/.test(cell))

const exportedTypes = globSync('src/market/**/*.ts', { cwd: ROOT })
  .filter((path) => !/\.test[.-]/.test(path))
  .flatMap((path) => [...read(path).matchAll(/^export (?:type|interface|(?:abstract )?class) (\w+)/gm)])
  .map(([, name = '']) => name)

describe('docs/glossary.md', () => {
  test('explains every exported type of src/market, and no other', () => {
    expect(exportedTypes.length).toBeGreaterThan(50)
    expect(firstCells(types).map((cell) => cell.replaceAll('`', ''))).toEqual(exportedTypes.toSorted())
  })

  test('lists every term once', () => {
    const names = firstCells(terms).flatMap((cell) => cell.split(', '))
    expect(names).toEqual([...new Set(names)])
  })

  test('names only folders and files that exist', () => {
    const paths = [...terms.matchAll(/`((?:src|bench|attack)[\w./-]*)`/g)].map(([, path = '']) => path)
    expect(paths.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([])
  })
})
