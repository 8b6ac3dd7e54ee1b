import { DOWNLOADS_TAG, downloadPaths } from './openapi/download-paths.ts'
import { FEEDS_TAG, feedPaths } from './openapi/feed-paths.ts'
import { MARKET_TAG, marketPaths } from './openapi/market-paths.ts'
import { HEADERS, RESPONSES } from './openapi/responses.ts'
import { componentSchemas } from './openapi/schemas.ts'
import { SERVICE_TAG, servicePaths } from './openapi/service-paths.ts'

/** Semantic versioning: a removal raises the major number and is announced by `Deprecation` and `Sunset` headers. */
const API_VERSION = '1.1.0'

const TERMS = `Free, no key, read-only. Attribute the service with a link back; poll no more than once a minute (answers are
cached, and say so); keep the disclaimer together with the data. Grey-market premium (GMP) is unofficial and unverifiable:
read and honour gmpDisputed. Public information, not advice: the operator is not a registered securities adviser. Fields may
be added to any answer: ignore those that you do not know.`

export interface DescribedService {
  /** The public address, or empty. */
  readonly publicUrl: string
  /** A web address or e-mail of the operator, or empty. */
  readonly contact: string
}

/** The OpenAPI document, built from the schemas and parameters that the endpoints use. */
export function openApiDocument({ publicUrl, contact }: DescribedService): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greymark',
      version: API_VERSION,
      summary: 'Market data for Indian IPOs and exchange deals',
      description: TERMS.replaceAll('\n', ' '),
      // A relative address is no URI, which linters demand here.
      ...(publicUrl !== '' && { termsOfService: `${publicUrl}/docs#terms` }),
      ...contactOf(contact),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    security: [],
    tags: [MARKET_TAG, FEEDS_TAG, DOWNLOADS_TAG, SERVICE_TAG],
    paths: { ...marketPaths(), ...feedPaths(), ...downloadPaths(), ...servicePaths() },
    components: { schemas: componentSchemas(), responses: RESPONSES, headers: HEADERS },
  }
}

/** OpenAPI has separate fields for a web address and an e-mail; other texts are neither. */
function contactOf(contact: string): object {
  const name = 'The operator of this service'
  if (/^https?:\/\//i.test(contact)) return { contact: { name, url: contact } }
  const email = contact.replace(/^mailto:/i, '')
  return email.includes('@') ? { contact: { name, email } } : {}
}
