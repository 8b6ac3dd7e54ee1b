import Type from 'typebox'
import {
  answerBody,
  closedObject,
  dayField,
  described,
  disclaimer,
  flagField,
  listOf,
  momentField,
  namedObject,
  oneOfField,
  textField,
  wholeField,
} from '../reports/schemas/fields.ts'
import { PROBLEM_STATUS, type ProblemCode } from '../request/problems.ts'

export const IndexBody = answerBody('IndexBody', {
  endpoints: listOf(
    closedObject({
      path: textField('Path below the base address.', '/api/public/market/ipos'),
      summary: textField('What it answers.', 'Tracked IPOs'),
    }),
    'The endpoints.',
  ),
})

export const ProblemBody = namedObject('ProblemBody', 'An error.', {
  ok: Type.Literal(false, described('False in every error.', false)),
  error: closedObject(
    {
      code: oneOfField(
        Object.keys(PROBLEM_STATUS) as ProblemCode[],
        'What went wrong, for programs.',
        'INVALID_PARAMETER',
      ),
      message: textField(
        'What went wrong and what would be right, for people.',
        'limit must be a whole number from 1',
      ),
      parameter: Type.Optional(textField('The parameter at fault.', 'limit')),
      allowed: Type.Optional(
        Type.Array(
          Type.String(),
          described('The values that it allows, where they are a set.', ['MAINBOARD', 'SME']),
        ),
      ),
      suggestions: Type.Optional(
        Type.Array(Type.String(), described('Slugs that may have been meant.', ['acme-foods'])),
      ),
    },
    { description: 'What went wrong.' },
  ),
  disclaimer,
})

export const LiveBody = namedObject('LiveBody', 'Liveness.', {
  ok: flagField('True: the process runs.', true),
  demo: flagField('True while the invented market is served, because no facts are recorded.', false),
  marketVersion: textField('Version of the market that is served.', '42'),
})

const check = (description: string, words: string) =>
  closedObject(
    {
      ok: flagField('False when the check fails.', true),
      words: textField('What was found, for people.', words),
    },
    { description },
  )

export const ReadyBody = namedObject('ReadyBody', 'Readiness.', {
  status: oneOfField(
    ['ok', 'degraded', 'stopping'],
    'degraded when a check fails; stopping before the process ends.',
    'ok',
  ),
  canServe: flagField(
    'For load balancers: false only while the process is stopping or has nothing to serve.',
    true,
  ),
  failing: Type.Array(Type.String(), described('The names of the checks that fail.', [])),
  checks: closedObject(
    {
      database: check('Whether the store can be read.', 'the database can be read'),
      versionLag: check('Whether the newest version is served.', 'the newest version is served'),
      sources: check('Whether all sources are updating.', 'all collected sources are updating'),
      clock: check('Whether the clock is right.', 'the clock is not behind the newest facts'),
      disk: check(
        'Whether new facts fit on the disk of a SQLite store.',
        'the disk of the store has free space',
      ),
    },
    { description: 'Each check with its result.' },
  ),
})

const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const sizeAndHash = {
  bytes: wholeField('Size in bytes.', 1_234_567),
  sha256: textField('SHA-256 in hexadecimal.', EXAMPLE_HASH),
}

export const DatasetBody = namedObject('DatasetBody', 'About the data set of today.', {
  name: textField('Name for the stored file.', 'greymark-dataset-2026-01-14-42.ndjson.gz'),
  path: textField('Where the file is.', '/downloads/dataset.ndjson.gz'),
  day: dayField('The day in India at whose beginning the file ends.', '2026-01-14'),
  asOf: momentField('The file has the facts that were recorded by then.', '2026-01-13T18:30:00.000Z'),
  marketVersion: textField('Position of the file.', '42@2026-01-13T08:10:00.000Z'),
  ...sizeAndHash,
  content: closedObject(sizeAndHash, { description: 'Size and hash of the content without compression.' }),
  facts: wholeField('Number of facts.', 12_345),
  kinds: Type.Record(Type.String(), Type.Integer(), described('Number of facts by kind.', { gmp: 4711 })),
  format: textField('Format of the file.', 'A facts file, compressed with gzip.'),
  schema: textField('Where the JSON Schema of a line is.', '/downloads/dataset.schema.json'),
  terms: textField('Where the terms of use are.', '/docs#terms'),
  disclaimer,
  tables: listOf(
    closedObject(
      {
        table: textField('Name of the table.', 'ipos'),
        name: textField('Name for the stored file.', 'greymark-ipos-2026-01-14-42.parquet'),
        path: textField('Where the file is.', '/downloads/ipos.parquet'),
        rows: wholeField('Number of rows.', 453),
        ...sizeAndHash,
      },
      { description: 'One table as a Parquet file.' },
    ),
    'The tables of the same moment as Parquet files.',
  ),
})
