import { expect, test } from 'vitest'
import { openApiDocument } from '../src/api/openapi.ts'
import { BASE, type DocumentPart, FIELDS, schemaCheck } from './support/conformance.ts'
import { ipo } from './support/lines.ts'
import { expectLinted } from './support/lint-openapi.ts'
import { recordAll } from './support/record.ts'
import { startTestService, type TestService, testServiceForAll } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const PATHS = [
  `${BASE}/ipos`,
  `${BASE}/ipos/{slug}`,
  `${BASE}/ipos/{slug}/evidence`,
  `${BASE}/deals`,
  `${BASE}/scoreboard`,
  `${BASE}/accuracy`,
  `${BASE}/calibration`,
  `${BASE}/sources`,
  `${BASE}/unannounced`,
  `${BASE}/changes`,
]
const TABLES = ['ipos', 'gmp', 'subscription', 'deals', 'scoreboard', 'ranges', 'accuracy']
const OTHER_PATHS = [
  '/feeds/calendar.ics',
  '/feeds/changes.atom',
  '/feeds/changes',
  ...TABLES.flatMap((name) =>
    ['csv', 'ndjson', 'csv-metadata.json'].map((end) => `/downloads/${name}.${end}`),
  ),
  ...TABLES.slice(0, 5).map((name) => `/downloads/${name}.parquet`),
  '/downloads/dataset.ndjson.gz',
  '/downloads/dataset.json',
  '/downloads/dataset.schema.json',
  '/health',
  '/health/live',
  '/health/ready',
  '/openapi.json',
]
const PUBLIC_URLS = [
  ['no public address', ''],
  ['a public address', 'https://ipo.example'],
  ['a public address with a path', 'https://ipo.example/greymark'],
]

const NOW = '2026-01-15T06:00:00.000Z'
const service = testServiceForAll({ now: NOW, lines: [ipo('acme-foods')] })

async function serveAt(publicUrl: string, contact = 'ops@ipo.example'): Promise<TestService> {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), NOW, [ipo('acme-foods')])
  return startTestService({ url, env: { PUBLIC_URL: publicUrl, CONTACT: contact } })
}

const servedDocument = async (): Promise<DocumentPart> =>
  (await fetch(`${service().address}/openapi.json`)).json()

test.each(PUBLIC_URLS)(
  'with %s the document passes the linter without a warning',
  async (_name, publicUrl) => {
    const service = await serveAt(publicUrl)
    await expectLinted(await (await service.get('/openapi.json')).text())
  },
)

test('it is OpenAPI 3.1, served as JSON that any browser may read', async () => {
  const response = await fetch(`${service().address}/openapi.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d+$/) })
})

test('its version is semantic', async () => {
  const { info } = await servedDocument()
  expect(info.version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('it names its licence', async () => {
  const { info } = await servedDocument()
  expect(info.license).toMatchObject({ name: expect.stringMatching(/./) })
})

test.each(PUBLIC_URLS.filter(([, publicUrl]) => publicUrl !== ''))(
  'with %s the terms of service are at an absolute address that exists',
  async (_name, publicUrl = '') => {
    const service = await serveAt(publicUrl)
    const { info } = await service.json('/openapi.json')
    expect(info.termsOfService.startsWith(`${publicUrl}/`)).toBe(true)
    const [path = '', anchor = ''] = info.termsOfService.slice(publicUrl.length).split('#')
    const page = await service.get(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`id="${anchor}"`)
  },
)

test('without a public address or a contact it leaves out the fields that need them', async () => {
  const { info } = await (await serveAt('', '')).json('/openapi.json')
  expect(info).not.toHaveProperty('termsOfService')
  expect(info).not.toHaveProperty('contact')
})

test.each([
  ['a web address', 'https://ipo.example/contact', { url: 'https://ipo.example/contact' }],
  ['an e-mail', 'ops@ipo.example', { email: 'ops@ipo.example' }],
  ['a mailto address', 'mailto:ops@ipo.example', { email: 'ops@ipo.example' }],
  ['neither', 'somebody', undefined],
])('with %s as CONTACT it names the contact', (_name, contact, expected) => {
  const { info } = openApiDocument({ publicUrl: '', contact }) as DocumentPart
  expect(info.contact).toEqual(expected && expect.objectContaining(expected))
})

test.each([
  ['Attribute the service with a link back', /link back/i],
  ['Poll no more than once a minute', /once a minute/i],
  ['Keep the disclaimer together with the data', /keep the disclaimer/i],
  ['GMP is unofficial and unverifiable', /unofficial and unverifiable/i],
  ['The flag is to be honoured', /gmpDisputed/],
  ['The operator is not a registered securities adviser', /not a registered securities adviser/i],
])('the terms of use contain: %s', async (_term, words) => {
  const { info } = await servedDocument()
  expect(info.description).toMatch(words)
})

test('it describes every path: endpoints, index, feeds, downloads, health and itself', async () => {
  const { paths } = await servedDocument()
  expect(Object.keys(paths).toSorted()).toEqual([...PATHS, BASE, ...OTHER_PATHS].toSorted())
})

test('no schema forbids further properties, because fields may be added', async () => {
  expect(JSON.stringify(await servedDocument())).not.toContain('"additionalProperties":false')
})

test('our own check of answers refuses a field that is not described', async () => {
  const check = schemaCheck(await servedDocument())
  const body = await (await fetch(`${service().address}${BASE}`)).json()
  expect(check.body('IndexBody', body)).toEqual([])
  expect(check.body('IndexBody', { ...body, extra: 1 })).not.toEqual([])
})

test('every path accepts only GET', async () => {
  const { paths } = await servedDocument()
  expect(Object.values(paths).map((item) => Object.keys(item as object))).toEqual(
    Array(PATHS.length + 1 + OTHER_PATHS.length).fill(['get']),
  )
})

test('no client needs a key', async () => {
  const document = await servedDocument()
  expect(document.security).toEqual([])
  expect(document.components.securitySchemes).toBeUndefined()
})

test.each(Object.entries(FIELDS))(
  '%s has the fields of the specification in its order',
  async (name, fields) => {
    const { components } = await servedDocument()
    const schema = components.schemas[name]
    expect(Object.keys(schema.properties)).toEqual(fields)
    expect(schema.required.toSorted()).toEqual(fields.toSorted())
  },
)

test.each([
  ['IpoSummary', ['slug', 'name', 'board', 'status', 'gmpSources', 'gmpDisputed']],
  ['GmpObservation', ['observedAt', 'gmp', 'source', 'unofficial']],
  ['SubscriptionEntry', ['category', 'timesSub', 'observedAt']],
  ['SubscriptionDay', ['day', 'isFinal', 'category']],
  [
    'FullIpo',
    [
      'slug',
      'name',
      'board',
      'status',
      'gmpSources',
      'gmpDisputed',
      'withdrawn',
      'application',
      'lastGmpOwners',
      'chances',
      'lockIns',
    ],
  ],
  ['Deal', FIELDS.Deal ?? []],
  ['ScoreboardRow', FIELDS.ScoreboardRow ?? []],
  ['AccuracyBody', FIELDS.AccuracyBody ?? []],
  ['CalibrationBin', ['n', 'aboveIssuePrice', 'belowIssuePrice', 'isFew']],
  ['SourceStatus', ['id', 'source', 'owner', 'cadence', 'url', 'state']],
  ['UnannouncedCompany', ['name', 'source', 'printed', 'firstDay', 'lastDay']],
])('in %s only fields that may be unknown may be null', async (name, neverNull) => {
  const { components } = await servedDocument()
  const { properties } = components.schemas[name]
  const notNullable = Object.keys(properties).filter((key) => !mayBeNull(properties[key]))
  expect(notNullable).toEqual(neverNull)
})

test.each([
  [`${BASE}/ipos`, ['status', 'board', 'q', 'lockIn', 'detail', 'limit', 'asOf', 'cursor']],
  [`${BASE}/ipos/{slug}`, ['slug', 'asOf']],
  [`${BASE}/ipos/{slug}/evidence`, ['slug', 'asOf']],
  [
    `${BASE}/deals`,
    [
      'symbol',
      'kind',
      'dealType',
      'exchange',
      'client',
      'clientName',
      'from',
      'to',
      'limit',
      'asOf',
      'cursor',
    ],
  ],
  [`${BASE}/scoreboard`, ['board', 'asOf']],
  [`${BASE}/accuracy`, ['horizon', 'source', 'asOf']],
  [`${BASE}/calibration`, ['asOf']],
  [`${BASE}/sources`, ['asOf']],
  [`${BASE}/unannounced`, ['asOf']],
])('%s documents all its parameters, each with an example', async (path, names) => {
  const { paths } = await servedDocument()
  const parameters: DocumentPart[] = paths[path].get.parameters
  expect(parameters.map(({ name }) => name)).toEqual(names)
  for (const parameter of parameters) {
    expect(parameter.description, parameter.name).toMatch(/./)
    expect(parameter.example, parameter.name).toBeDefined()
  }
})

test.each([
  [`${BASE}/ipos`, 60, 200],
  [`${BASE}/deals`, 100, 300],
])('the limit of %s is %i by default, and at most %i', async (path, standard, maximum) => {
  const { paths } = await servedDocument()
  const limit = paths[path].get.parameters.find(({ name }: DocumentPart) => name === 'limit')
  expect(limit.schema.default).toBe(standard)
  expect(limit.description).toContain(String(maximum))
})

test('every property of every schema has a description, and an example or properties that have one', async () => {
  const document = await servedDocument()
  const properties = [...propertiesOf(document.components.schemas)]
  expect(properties.length).toBeGreaterThan(80)
  const silent = properties.filter(([, property]) => !described(document, property)).map(([name]) => name)
  const bare = properties.filter(([, property]) => !exemplified(document, property)).map(([name]) => name)
  expect({ silent, bare }).toEqual({ silent: [], bare: [] })
})

test('every example conforms to its schema', async () => {
  const document = await servedDocument()
  const { schemas } = document.components
  const properties = Object.fromEntries(propertiesOf(schemas))
  const check = schemaCheck({ ...document, components: { schemas: { ...schemas, ...properties } } })
  const faults = Object.entries(properties).flatMap(([name, property]) =>
    examplesOf(property).flatMap((example) => check.body(name, example).map((fault) => `${name}: ${fault}`)),
  )
  expect(faults).toEqual([])
})

const examplesOf = (schema: DocumentPart): unknown[] => [
  ...(schema.examples ?? []),
  ...('example' in schema ? [schema.example] : []),
]

/** Every property at any depth, under a dotted name. */
function* propertiesOf(schemas: DocumentPart): Generator<[string, DocumentPart]> {
  for (const [name, schema] of Object.entries(schemas)) yield* propertiesWithin(name, schema)
}

function* propertiesWithin(name: string, schema: DocumentPart): Generator<[string, DocumentPart]> {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    yield [`${name}.${key}`, property]
    yield* propertiesWithin(`${name}.${key}`, property)
  }
  if (schema.items) yield* propertiesWithin(`${name}[]`, schema.items)
  for (const branch of schema.anyOf ?? []) yield* propertiesWithin(name, branch)
}

function resolved(document: DocumentPart, schema: DocumentPart): DocumentPart {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : { ...document.components.schemas[name], ...schema }
}

const described = (document: DocumentPart, schema: DocumentPart): boolean =>
  /\S/.test(resolved(document, schema).description ?? '')

function exemplified(document: DocumentPart, schema: DocumentPart): boolean {
  const whole = resolved(document, schema)
  if (examplesOf(whole).length > 0) return true
  if (whole.items) return exemplified(document, whole.items)
  if (whole.anyOf) return whole.anyOf.every((form: DocumentPart) => exemplified(document, form))
  const properties = Object.values(whole.properties ?? {})
  return properties.length > 0 && properties.every((property) => exemplified(document, property))
}

const mayBeNull = (schema: DocumentPart): boolean =>
  schema.type === 'null' ||
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  (schema.anyOf ?? []).some(mayBeNull)
