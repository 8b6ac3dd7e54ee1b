import type { ComponentChildren } from 'preact'
import { invariant } from '../../invariant.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { capitalized, counted } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { Table } from '../kit/table.tsx'
import type { Page } from '../page.ts'
import { Typed } from '../texts/snippet.tsx'
import { TextPage } from '../texts/text-page.tsx'
import {
  fieldsOf,
  MARKET,
  type OpenApi,
  operationsOf,
  type PathOperation,
  type Schema,
  sampleOf,
  typeOf,
  withoutReferences,
} from './openapi-reading.ts'

/** The reference page, rendered from the OpenAPI document itself, so that the two cannot differ. */
export const docsPage = (published: OpenApi): Page => ({
  title: 'API reference',
  description: published.info.summary,
  path: '/docs',
  json: '/openapi.json',
  span: UNCHANGED_BY_CLOCK,
  content: <Reference document={withoutReferences(published)} />,
})

function Reference({ document }: { document: OpenApi }) {
  const isCopy = useCopy() !== null
  // A copy has the same answer in many files.
  const answersOf = (tag: string) =>
    [
      ...Map.groupBy(operationsOf(document, tag), (of) =>
        isCopy ? of.description : of.operationId,
      ).values(),
    ].map(shortestFirst)
  return (
    <TextPage
      title="API reference"
      lead={
        <>
          Version {document.info.version}.{' '}
          {isCopy
            ? 'The files are JSON, without a key, and websites may use them too. Feeds and downloads follow after them.'
            : 'The endpoints answer with JSON, without a key, and websites may use them too. Feeds, downloads and health follow after them.'}{' '}
          See also <a href="/openapi.json">OpenAPI 3.1</a> and{' '}
          <a href="/developers">{isCopy ? 'how to use them' : 'live examples'}</a>.
        </>
      }
      sections={[
        { id: 'terms', label: 'Terms of use' },
        { id: 'conventions', label: 'Conventions' },
        ...document.tags.map(({ name }) => ({ id: name, label: capitalized(name) })),
        ...(isCopy ? [] : [{ id: 'errors', label: 'Errors' }]),
      ]}
    >
      <ul>
        {answersOf(MARKET).map(([{ operationId, path, summary }]) => (
          <li key={operationId}>
            <a href={`#${operationId}`}>{summary}</a> <code>{path}</code>
          </li>
        ))}
      </ul>
      <h2 id="terms">Terms of use</h2>
      <p>{document.info.description}</p>
      <h2 id="conventions">Conventions</h2>
      <p>
        Days are days in India; date-time fields for a day are that day at 00:00 UTC. Money is in rupees, and
        in crore in fields ending in Cr. Unknown values are null, never 0: a GMP of 0 is a quote of zero. Send
        the ETag back as If-None-Match, and an unchanged answer has no body.{' '}
        {isCopy
          ? 'The path alone decides what you get: a static host ignores parameters.'
          : 'With asOf you get the answer of a past moment.'}
      </p>
      {document.tags.map(({ name, description }) => (
        <section key={name}>
          <h2 id={name}>{capitalized(name)}</h2>
          <p>{description}</p>
          {answersOf(name).map((operations) => (
            <Operation key={operations[0].operationId} operations={operations} />
          ))}
        </section>
      ))}
      {!isCopy && (
        <>
          <h2 id="errors">Errors</h2>
          <p>
            Errors are JSON of this form, with a message that explains what was wrong. They are never cached.
          </p>
          <Meanings label="Fields of an error" rows={fieldRows(document.components.schemas.ProblemBody)} />
        </>
      )}
    </TextPage>
  )
}

type Operations = readonly [PathOperation, ...PathOperation[]]

/** The shortest path is that of the whole answer. */
function shortestFirst(operations: readonly PathOperation[]): Operations {
  const [first, ...others] = operations.toSorted((a, b) => a.path.length - b.path.length)
  return [invariant(first, 'an operation'), ...others]
}

/** What is at a path, or in several files of a copy. */
function Operation({ operations }: { operations: Operations }) {
  const [{ operationId, path, summary, description, tags, responses }] = operations
  const parameters = operations.flatMap((each) => each.parameters ?? [])
  const named = [...new Map(parameters.map((each) => [each.name, each])).values()]
  const [[contentType, answer] = []] = Object.entries(responses[200]?.content ?? {})
  return (
    <section>
      <h3 id={operationId}>{summary}</h3>
      <p>
        {description} <span class="quiet">{contentType}</span>
      </p>
      <Typed>{operations.map((each) => `GET ${each.path}`).join('\n')}</Typed>
      <FoldedMeanings of="parameter" path={path} rows={parameterRows(named)} />
      <FoldedMeanings of="field" path={path} rows={fieldRows(answer?.schema)} />
      {answer && tags.includes(MARKET) && (
        <details>
          <summary>Example</summary>
          <Typed>{JSON.stringify(sampleOf(answer.schema), null, 2)}</Typed>
        </details>
      )}
    </section>
  )
}

/** A parameter or a field. */
interface Meaning {
  readonly name: string
  readonly schema: Schema
  readonly meaning: ComponentChildren
}

const parameterRows = (parameters: NonNullable<PathOperation['parameters']>): Meaning[] =>
  parameters.map(({ name, description, schema, example }) => ({
    name,
    schema,
    meaning: (
      <>
        {description}
        {schema.default !== undefined && <> Default {String(schema.default)}.</>} Example:{' '}
        <code>{String(example)}</code>
      </>
    ),
  }))

const fieldRows = (schema: Schema = {}): Meaning[] =>
  fieldsOf(schema).map((field) => ({ ...field, meaning: field.schema.description }))

const FoldedMeanings = ({ of, path, rows }: { of: string; path: string; rows: readonly Meaning[] }) =>
  rows.length === 0 ? null : (
    <details>
      <summary>{counted(rows.length, of)}</summary>
      <Meanings label={`${capitalized(of)}s of ${path}`} rows={rows} />
    </details>
  )

const Meanings = ({ label, rows }: { label: string; rows: readonly Meaning[] }) => (
  <Table
    label={label}
    columns={[
      { key: 'name', label: 'Name', cell: ({ name }) => <code>{name}</code> },
      { key: 'type', label: 'Type', cell: ({ schema }) => typeOf(schema), narrow: 'fact' },
      { key: 'meaning', label: 'Meaning', cell: ({ meaning }) => meaning, narrow: 'line' },
    ]}
    rows={rows}
  />
)
