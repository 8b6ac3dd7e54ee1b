import { Fragment, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../api/openapi.ts'
import { docsPage } from './docs-page.tsx'
import type { OpenApi, Schema } from './openapi-reading.ts'

const rendered = (shown: OpenApi) => renderToString(h(Fragment, null, docsPage(shown).content))
const documentAt = (publicUrl: string) => openApiDocument({ publicUrl, contact: '' }) as OpenApi
const document = documentAt('')
const page = rendered(document)

/** The texts in `code`, as a reader sees them. */
const codesIn = (html: string): string[] =>
  [...html.matchAll(/<code>([^<]*)<\/code>/g)].map(([, text = '']) => unescaped(text))

const unescaped = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The section of the page under the heading with this id. */
function sectionOf(id: string): string {
  const start = page.indexOf(`id="${id}"`)
  expect(start, id).toBeGreaterThan(0)
  const end = page.indexOf('<h2', start)
  return page.slice(start, end < 0 ? undefined : end)
}

/** The name and description of every field that can be reached from a schema. */
function* fieldsWithin(schema: Schema): Generator<[string, string | undefined]> {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) yield* fieldsWithin(document.components.schemas[name] ?? {})
  for (const branch of schema.anyOf ?? []) yield* fieldsWithin(branch)
  if (schema.items) yield* fieldsWithin(schema.items)
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const component = document.components.schemas[field.$ref?.split('/').at(-1) ?? '']
    yield [key, field.description ?? component?.description]
    yield* fieldsWithin(field)
  }
}

const fieldNamesIn = (html: string): Set<string | undefined> =>
  new Set(codesIn(html).map((code) => code.split(/\[\]\.|\./).at(-1)))

describe.each(Object.entries(document.paths))('the reference of %s', (path, { get }) => {
  const section = sectionOf(get.operationId)

  test('names the path, its summary and its answers', () => {
    if (get.tags.includes('market')) expect(codesIn(page)).toContain(path)
    expect(codesIn(section)).toContain(`GET ${path}`)
    expect(unescaped(section)).toContain(get.summary)
    expect(unescaped(section)).toContain(get.description)
  })

  test('names every parameter with its meaning and example', () => {
    const codes = codesIn(section)
    for (const { name, description, example } of get.parameters ?? []) {
      expect(codes).toContain(name)
      expect(codes).toContain(String(example))
      expect(unescaped(section)).toContain(description)
    }
  })

  test('names every field of the answer with its meaning', () => {
    const schema = get.responses[200]?.content?.['application/json']?.schema ?? {}
    const fields = [...fieldsWithin(schema)]
    if (get.tags.includes('market')) expect(fields.length).toBeGreaterThan(3)
    const named = fieldNamesIn(section)
    for (const [name, description] of fields) {
      expect(named).toContain(name)
      expect(unescaped(section)).toContain(description)
    }
  })
})

test('names every field of an error', () => {
  const named = fieldNamesIn(sectionOf('errors'))
  for (const [name] of fieldsWithin(document.components.schemas.ProblemBody ?? {})) {
    expect(named).toContain(name)
  }
})

test('includes every schema of the document', () => {
  const named = fieldNamesIn(page)
  const names = Object.values(document.components.schemas).flatMap((schema) =>
    [...fieldsWithin(schema)].map(([name]) => name),
  )
  expect(names.filter((name) => !named.has(name))).toEqual([])
})

test.each([
  ['the version', document.info.version],
  ['the terms of use', document.info.description],
])('explains %s', (_name, text) => {
  expect(unescaped(page)).toContain(text)
})

test('has example answers that are valid JSON', () => {
  const examples = [...page.matchAll(/<pre[^>]*><code>(\{[\s\S]*?)<\/code><\/pre>/g)].map(
    ([, text = '']) => text,
  )
  const ofMarket = Object.values(document.paths).filter(({ get }) => get.tags.includes('market'))
  expect(examples).toHaveLength(ofMarket.length)
  for (const example of examples) expect(JSON.parse(unescaped(example))).toMatchObject({ ok: true })
})

test('has only links to existing places within it', () => {
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(anchors.length).toBeGreaterThan(4)
  for (const id of anchors) expect(page).toContain(`id="${id}"`)
})

test('has no id twice', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe.each([
  ['without a public address', ''],
  ['with a public address', 'https://ipo.example'],
])('%s', (_name, publicUrl) => {
  const html = rendered(documentAt(publicUrl))

  test.each([
    ['has no script', /<script/i],
    ['runs nothing on events', /<[^>]+\son\w+\s*=/i],
    ['has no address that is a script', /javascript:/i],
    ['has no style of its own', /<style|\sstyle=/i],
    ['embeds nothing', /<(iframe|object|embed|img|video|audio|base)\b/i],
  ])('the page %s', (_rule, pattern) => {
    expect(html).not.toMatch(pattern)
  })

  test('refers to no other host', () => {
    const addresses = [...html.matchAll(/\s(?:href|src|action|srcset)="([^"]*)"/g)].map(([, url = '']) => url)
    expect(addresses.length).toBeGreaterThan(5)
    expect(addresses.filter((url) => !/^(#|\/(?!\/))/.test(url))).toEqual([])
  })
})

test('shows text of the document as text, never as markup', () => {
  const hostile = '<script>alert("1")</script>&amp;'
  const html = rendered({ ...document, info: { ...document.info, description: hostile, summary: hostile } })
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;script')
})
