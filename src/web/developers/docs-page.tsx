import type { ComponentChildren } from 'preact'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { counted } from '../../texts/format.ts'
import type { Page } from '../page.ts'
import { Table } from '../table.tsx'
import { TextPage, Typed } from '../texts/text-page.tsx'
import {
  type ApiOperation,
  contentTypeOf,
  fieldsOf,
  marketOperations,
  type OpenApi,
  otherOperations,
  type PathOperation,
  type Schema,
  sampleOf,
  typeOf,
} from './openapi-reading.ts'

/** The reference page, rendered from the OpenAPI document itself, so that the two cannot differ. */
export function docsPage(document: OpenApi): Page {
  const operations = marketOperations(document)
  const others = otherOperations(document)
  return {
    title: 'API reference',
    description: document.info.summary,
    path: '/docs',
    json: '/openapi.json',
    span: UNCHANGED_BY_CLOCK,
    content: (
      <TextPage
        title="API reference"
        lead={
          <>
            Version {document.info.version}. The endpoints answer with JSON, without a key, and websites may
            use them too. Feeds, downloads and health follow after them. See also{' '}
            <a href="/openapi.json">OpenAPI 3.1</a> and <a href="/developers">live examples</a>.
          </>
        }
        places={[
          { id: 'terms', label: 'Terms of use' },
          { id: 'conventions', label: 'Conventions' },
          ...operations.map(({ operationId, summary }) => ({ id: operationId, label: summary })),
          ...others.map(({ tag }) => ({ id: tag, label: titleOf(tag) })),
          { id: 'errors', label: 'Errors' },
        ]}
      >
        <ul>
          {operations.map(({ operationId, path, summary }) => (
            <li key={operationId}>
              <a href={`#${operationId}`}>{summary}</a> <code>{path}</code>
            </li>
          ))}
        </ul>
        <h2 id="terms">Terms of use</h2>
        <p>{document.info.description}</p>
        <h2 id="conventions">Conventions</h2>
        <p>
          Days are days in India; date-time fields for a day are that day at 00:00 UTC. Money is in rupees,
          and in crore in fields ending in Cr. Unknown values are null, never 0: a GMP of 0 is a quote of
          zero. Send the ETag back as If-None-Match, and an unchanged answer has no body. With asOf you get
          the answer of a past moment.
        </p>
        {operations.map((operation) => (
          <OperationSection key={operation.operationId} document={document} {...operation} />
        ))}
        {others.map(({ tag, about, operations }) => (
          <section key={tag}>
            <h2 id={tag}>{titleOf(tag)}</h2>
            <p>{about}</p>
            {operations.map((operation) => (
              <ShortOperation key={operation.operationId} document={document} {...operation} />
            ))}
          </section>
        ))}
        <ErrorSection document={document} />
      </TextPage>
    ),
  }
}

const ErrorSection = ({ document }: { document: OpenApi }) => (
  <>
    <h2 id="errors">Errors</h2>
    <p>Errors are JSON of this form, with a message that explains what was wrong. They are never cached.</p>
    <Fields
      document={document}
      schema={document.components.schemas.ProblemBody ?? {}}
      label="Fields of an error"
    />
  </>
)

const titleOf = (tag: string): string => `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`

type OperationProps = PathOperation & { readonly document: OpenApi }

/** A feed, a download or health: what it is, its type, and the rest folded. */
function ShortOperation({ document, ...operation }: OperationProps) {
  const { operationId, path, summary, description, parameters = [] } = operation
  const schema = jsonSchemaOf(operation)
  return (
    <>
      <h3 id={operationId}>{summary}</h3>
      <p>
        {description} <span class="quiet">{contentTypeOf(operation)}</span>
      </p>
      <Typed>{`GET ${path}`}</Typed>
      {parameters.length > 0 && (
        <details>
          <summary>{counted(parameters.length, 'parameter')}</summary>
          <ParameterTable document={document} path={path} parameters={parameters} />
        </details>
      )}
      {fieldsOf(document, schema).length > 0 && (
        <details>
          <summary>{counted(fieldsOf(document, schema).length, 'field')}</summary>
          <Fields document={document} schema={schema} label={`Fields of ${path}`} />
        </details>
      )}
    </>
  )
}

const jsonSchemaOf = ({ responses }: ApiOperation): Schema =>
  responses[200]?.content?.['application/json']?.schema ?? {}

function OperationSection({ document, ...operation }: OperationProps) {
  const { operationId, path, summary, description, parameters = [] } = operation
  const body = jsonSchemaOf(operation)
  return (
    <section>
      <h2 id={operationId}>{summary}</h2>
      <p>{description}</p>
      <Typed>{`GET ${path}`}</Typed>
      {parameters.length > 0 && <ParameterTable document={document} path={path} parameters={parameters} />}
      <h3>Answer</h3>
      <details>
        <summary>{counted(fieldsOf(document, body).length, 'field')}</summary>
        <Fields document={document} schema={body} label={`Fields of ${path}`} />
      </details>
      <details>
        <summary>Example</summary>
        <Typed>{JSON.stringify(sampleOf(document, body), null, 2)}</Typed>
      </details>
    </section>
  )
}

const ParameterTable = ({
  document,
  path,
  parameters,
}: Pick<OperationProps, 'document' | 'path'> & {
  readonly parameters: NonNullable<ApiOperation['parameters']>
}) => (
  <Meanings
    of="Parameter"
    label={`Parameters of ${path}`}
    rows={parameters.map(({ name, description: meaning, schema, example }) => ({
      name,
      type: typeOf(document, schema),
      meaning: (
        <>
          {meaning}
          {schema.default !== undefined && <> Default {String(schema.default)}.</>} Example:{' '}
          <code>{String(example)}</code>
        </>
      ),
    }))}
  />
)

const Fields = ({ document, schema, label }: { document: OpenApi; schema: Schema; label: string }) => (
  <Meanings
    of="Field"
    label={label}
    rows={fieldsOf(document, schema).map(({ name, schema: field }) => ({
      name,
      type: typeOf(document, field),
      meaning: field.description,
    }))}
  />
)

interface Meaning {
  readonly name: string
  readonly type: string
  readonly meaning: ComponentChildren
}

const Meanings = ({ of, label, rows }: { of: string; label: string; rows: readonly Meaning[] }) => (
  <Table
    wideLabel={label}
    look="stack fields"
    columns={[
      { heading: of, cell: ({ name }) => <code>{name}</code> },
      { heading: 'Type', look: 'type', cell: ({ type }) => type },
      { heading: 'Meaning', cell: ({ meaning }) => meaning },
    ]}
    rows={rows}
  />
)
