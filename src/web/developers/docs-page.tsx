import type { ComponentChildren } from 'preact'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { counted } from '../format.ts'
import type { Page } from '../page.ts'
import { Table } from '../table.tsx'
import { TextPage, Typed } from '../texts/text-page.tsx'
import {
  type ApiOperation,
  fieldsOf,
  type OpenApi,
  type Schema,
  sampleOf,
  typeOf,
} from './openapi-reading.ts'

/** The reference page, rendered from the OpenAPI document itself, so that the two cannot differ. */
export function docsPage(document: OpenApi): Page {
  const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }))
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
            Version {document.info.version}. Every answer is JSON, without a key, and websites may use it too.
            See also <a href="/openapi.json">OpenAPI 3.1</a> and <a href="/developers">live examples</a>.
          </>
        }
        places={[
          { id: 'terms', label: 'Terms of use' },
          { id: 'conventions', label: 'Conventions' },
          ...operations.map(({ operationId, summary }) => ({ id: operationId, label: summary })),
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
        <h2 id="errors">Errors</h2>
        <p>
          Errors are JSON of this form, with a message that explains what was wrong. They are never cached.
        </p>
        <Fields
          document={document}
          schema={document.components.schemas.ProblemBody ?? {}}
          label="Fields of an error"
        />
      </TextPage>
    ),
  }
}

type OperationProps = ApiOperation & { readonly document: OpenApi; readonly path: string }

function OperationSection({
  document,
  operationId,
  path,
  summary,
  description,
  parameters = [],
  responses,
}: OperationProps) {
  const body = responses[200]?.content?.['application/json']?.schema ?? {}
  return (
    <section>
      <h2 id={operationId}>{summary}</h2>
      <p>{description}</p>
      <Typed>{`GET ${path}`}</Typed>
      {parameters.length > 0 && (
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
      )}
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
