import type { ComponentChildren } from 'preact'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { capitalized, counted } from '../../texts/format.ts'
import type { Page } from '../page.ts'
import { Table } from '../table.tsx'
import { Typed } from '../texts/snippet.tsx'
import { TextPage } from '../texts/text-page.tsx'
import {
  answerSchemaOf,
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
        sections={[
          { id: 'terms', label: 'Terms of use' },
          { id: 'conventions', label: 'Conventions' },
          ...operations.map(({ operationId, summary }) => ({ id: operationId, label: summary })),
          ...others.map(({ tag }) => ({ id: tag, label: capitalized(tag) })),
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
          <section key={operation.operationId}>
            <h2 id={operation.operationId}>{operation.summary}</h2>
            <Operation document={document} operation={operation} isMarket />
          </section>
        ))}
        {others.map(({ tag, about, operations }) => (
          <section key={tag}>
            <h2 id={tag}>{capitalized(tag)}</h2>
            <p>{about}</p>
            {operations.map((operation) => (
              <>
                <h3 id={operation.operationId}>{operation.summary}</h3>
                <Operation document={document} operation={operation} isMarket={false} />
              </>
            ))}
          </section>
        ))}
        <h2 id="errors">Errors</h2>
        <p>
          Errors are JSON of this form, with a message that explains what was wrong. They are never cached.
        </p>
        <Meanings
          label="Fields of an error"
          rows={fieldRows(document, document.components.schemas.ProblemBody)}
        />
      </TextPage>
    ),
  }
}

interface OperationProps {
  readonly document: OpenApi
  readonly operation: PathOperation
  /** An endpoint of the market has its parameters open and an example; feeds, downloads and health are short. */
  readonly isMarket: boolean
}

function Operation({ document, operation, isMarket }: OperationProps) {
  const { path, description, parameters = [] } = operation
  const schema = answerSchemaOf(operation)
  const fields = fieldRows(document, schema)
  const meanings = parameters.length > 0 && (
    <Meanings label={`Parameters of ${path}`} rows={parameterRows(document, operation)} />
  )
  return (
    <>
      <p>
        {description} {!isMarket && <span class="quiet">{contentTypeOf(operation)}</span>}
      </p>
      <Typed>{`GET ${path}`}</Typed>
      {isMarket
        ? meanings
        : meanings && <Folded title={counted(parameters.length, 'parameter')}>{meanings}</Folded>}
      {isMarket && <h3>Answer</h3>}
      {fields.length > 0 && (
        <Folded title={counted(fields.length, 'field')}>
          <Meanings label={`Fields of ${path}`} rows={fields} />
        </Folded>
      )}
      {isMarket && (
        <Folded title="Example">
          <Typed>{JSON.stringify(sampleOf(document, schema), null, 2)}</Typed>
        </Folded>
      )}
    </>
  )
}

const Folded = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <details>
    <summary>{title}</summary>
    {children}
  </details>
)

/** A parameter or a field. */
interface Meaning {
  readonly name: string
  readonly type: string
  readonly meaning: ComponentChildren
}

const parameterRows = (document: OpenApi, { parameters = [] }: PathOperation): Meaning[] =>
  parameters.map(({ name, description, schema, example }) => ({
    name,
    type: typeOf(document, schema),
    meaning: (
      <>
        {description}
        {schema.default !== undefined && <> Default {String(schema.default)}.</>} Example:{' '}
        <code>{String(example)}</code>
      </>
    ),
  }))

const fieldRows = (document: OpenApi, schema: Schema = {}): Meaning[] =>
  fieldsOf(document, schema).map(({ name, schema: field }) => ({
    name,
    type: typeOf(document, field),
    meaning: field.description,
  }))

const Meanings = ({ label, rows }: { label: string; rows: readonly Meaning[] }) => (
  <Table
    wideLabel={label}
    look="stack fields"
    columns={[
      { heading: 'Name', cell: ({ name }) => <code>{name}</code> },
      { heading: 'Type', look: 'type', cell: ({ type }) => type },
      { heading: 'Meaning', cell: ({ meaning }) => meaning },
    ]}
    rows={rows}
  />
)
