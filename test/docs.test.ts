import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexer, type Token, type Tokens, walkTokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { headingIds } from '../src/web/texts/heading-ids.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'examples/**/*.md'], {
  cwd: ROOT,
}).sort()

const INDEX = 'docs/README.md'

describe('the documents', () => {
  test.each(documents)('%s links only to files and headings that are there', (name) => {
    expect(linksOf(name).filter((link) => !leadsSomewhere(name, link))).toEqual([])
  })

  test('of docs/ are all in its index', () => {
    const linked = linksOf(INDEX).map((link) => targetOf(INDEX, link).file)
    const others = documents.filter((name) => dirname(name) === 'docs' && name !== INDEX)
    expect(linked).toEqual(expect.arrayContaining(others))
  })

  test('of docs/benchmarks are all linked by the page on the benchmarks', () => {
    const page = 'docs/benchmarks.md'
    const linked = linksOf(page).map((link) => targetOf(page, link).file)
    const measured = documents.filter((name) => dirname(name) === 'docs/benchmarks')
    expect(measured).not.toEqual([])
    expect(linked).toEqual(expect.arrayContaining(measured))
  })
})

describe('the changelog', () => {
  const changelog = read('CHANGELOG.md')
  const { version } = JSON.parse(read('package.json'))
  const sections = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title]) => title)

  test('has a dated section for the version in package.json', () => {
    expect(sections).toContainEqual(expect.stringMatching(new RegExp(`^\\[${RegExp.escape(version)}\\] - `)))
  })

  test('begins with what is not released, and then has one dated section for each release', () => {
    const [first, ...releases] = sections
    expect(first).toBe('[Unreleased]')
    for (const title of releases) expect(title).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/)
  })

  test('sorts changes only by the kinds of Keep a Changelog', () => {
    for (const [, kind] of changelog.matchAll(/^### (.+)$/gm))
      expect(kind).toMatch(/^(Added|Changed|Deprecated|Removed|Fixed|Security)$/)
  })
})

test('CI runs the test command of the README', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml'))
  const command = 'npm ci && npm test'
  expect(read('README.md')).toContain(`\n${command}\n`)
  expect(jobs.test.steps).toContainEqual({ run: command })
})

/** Relative links and pictures of a document, as written. */
function linksOf(name: string): string[] {
  const links: string[] = []
  walkTokens(lexer(read(name)), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href)
  })
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(name: string, link: string): boolean {
  const { file, heading } = targetOf(name, link)
  if (!existsSync(join(ROOT, file))) return false
  return heading === undefined || headingIds(headingsOf(file)).includes(heading)
}

function targetOf(name: string, link: string): { file: string; heading: string | undefined } {
  const [path = '', heading] = link.split('#')
  const file = path === '' ? name : join(dirname(name), path)
  return { file, heading }
}

function headingsOf(name: string): string[] {
  return lexer(read(name))
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ text }) => text)
}
