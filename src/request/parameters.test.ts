import { describe, expect, test } from 'vitest'
import {
  asOf,
  dayParameter,
  limit,
  oneOrMore,
  type Parameter,
  pageNumber,
  readQuery,
  sortBy,
  textParameter,
  wholeName,
} from './parameters.ts'
import { Problem } from './problems.ts'

const STATUSES = ['UPCOMING', 'OPEN', 'CLOSED', 'LISTED'] as const
const PARAMETERS = {
  status: oneOrMore(STATUSES, 'Only IPOs of this status.'),
  q: textParameter('Only IPOs whose name contains this.', 'foods'),
  limit: limit(60, 200),
  from: dayParameter('Only from this day on.', '2026-01-01'),
  asOf,
}

function problemOf(read: () => unknown): Problem {
  try {
    read()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('was accepted')
}

const refusal = (parameter: Parameter<unknown>, text: string) => problemOf(() => parameter.read('name', text))

describe('limit', () => {
  test.each([
    ['1', 1],
    ['60', 60],
    ['199', 199],
    ['200', 200],
    ['201', 201],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['007', 7],
  ])('%s is read as %i', (text, requested) => {
    expect(limit(60, 200).read('limit', text)).toBe(requested)
  })

  test.each(['0', '00', '-1', '+1', '2.5', '2.0', '1e2', '0x10', 'abc', '', ' ', ' 5', '5 ', '٥', '1,000'])(
    '"%s" is refused, and the message states what is expected',
    (text) => {
      const problem = refusal(limit(60, 200), text)
      expect(problem).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        details: { parameter: 'name' },
      })
      expect(problem.message).toContain('a whole number from 1 to 200')
    },
  )
})

describe('one or more of a set', () => {
  test.each<[string, string, readonly string[]]>([
    ['one value', 'OPEN', ['OPEN']],
    ['small letters', 'open', ['OPEN']],
    ['mixed letters', 'uPcOmInG', ['UPCOMING']],
    ['several values', 'open,closed', ['OPEN', 'CLOSED']],
    ['blanks around commas', ' open , closed ', ['OPEN', 'CLOSED']],
    ['any order: the same question is the same answer', 'closed,open', ['OPEN', 'CLOSED']],
    ['a value twice: once', 'open,OPEN', ['OPEN']],
  ])('reads %s', (_name, text, values) => {
    expect(PARAMETERS.status.read('status', text)).toEqual(values)
  })

  test.each(['', ' ', ',', 'open,', ',open', 'open,,closed', 'shut', 'open,shut', 'open;closed', 'op en'])(
    'refuses "%s" and names what is allowed',
    (text) => {
      expect(refusal(PARAMETERS.status, text)).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        details: { parameter: 'name', allowed: STATUSES },
        message: expect.stringContaining('UPCOMING, OPEN, CLOSED, LISTED'),
      })
    },
  )
})

describe('a column to sort by', () => {
  const parameter = sortBy(['name', 'listedOn'], 'The column to sort by.')

  test.each([
    ['name', { key: 'name', descending: false }],
    ['-name', { key: 'name', descending: true }],
    ['-listedOn', { key: 'listedOn', descending: true }],
    ['LISTEDON', { key: 'listedOn', descending: false }],
  ])('reads %s', (text, sorting) => {
    expect(parameter.read('sort', text)).toEqual(sorting)
  })

  test.each(['', '-', '--name', '+name', ' name', 'name,listedOn', 'price', 'constructor', 'lıstedOn'])(
    'refuses "%s" and names what is allowed',
    (text) => {
      expect(refusal(parameter, text)).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        details: { parameter: 'name', allowed: ['name', '-name', 'listedOn', '-listedOn'] },
        message: expect.stringContaining('name, listedOn'),
      })
    },
  )
})

describe('a page of a table', () => {
  test.each([
    ['1', 1],
    ['007', 7],
    ['1000001', 1_000_000],
    ['9'.repeat(400), 1_000_000],
  ])('%s is %i', (text, page) => {
    expect(pageNumber.read('page', text)).toBe(page)
  })

  test.each(['0', '-1', '1.5', '1e2', 'two', '', ' 2'])(
    '"%s" is refused, and the message states what is expected',
    (text) => {
      expect(refusal(pageNumber, text)).toMatchObject({
        status: 400,
        details: { parameter: 'name' },
        message: expect.stringContaining('a whole number from 1 on'),
      })
    },
  )
})

describe('text', () => {
  test.each([
    ['as it is', 'Lotus', 'Lotus'],
    ['without outer blanks', '  Lotus Kettles ', 'Lotus Kettles'],
    ['of any script', 'कमल', 'कमल'],
    ['with signs that mean something elsewhere', '100%_\'"\\*', '100%_\'"\\*'],
    ['of 100 characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['of 100 characters of two UTF-16 units', '😀'.repeat(100), '😀'.repeat(100)],
  ])('is read %s', (_name, text, value) => {
    expect(PARAMETERS.q.read('q', text)).toBe(value)
  })

  test.each([
    ['nothing', ''],
    ['blanks alone', '   '],
    ['101 characters', 'x'.repeat(101)],
    ['101 characters of two UTF-16 units', '😀'.repeat(101)],
    ['a NUL', 'lotus\0'],
    ['a line break within', 'lotus\nkettles'],
  ])('is refused: %s', (_name, text) => {
    expect(refusal(PARAMETERS.q, text)).toMatchObject({ status: 400, details: { parameter: 'name' } })
  })

  test('that is far too long is not sent back whole', () => {
    expect(refusal(PARAMETERS.q, 'x'.repeat(10_000)).message.length).toBeLessThan(300)
  })
})

describe('a day', () => {
  test.each(['2026-01-31', '2024-02-29', '1995-12-01'])('%s is read as it is', (text) => {
    expect(PARAMETERS.from.read('from', text)).toBe(text)
  })

  test.each([
    ['a day that does not exist', '2026-02-30'],
    ['29 February of a common year', '2026-02-29'],
    ['a thirteenth month', '2026-13-01'],
    ['a day 0', '2026-01-00'],
    ['a year 0', '0000-01-01'],
    ['digits left out', '2026-1-1'],
    ['a date-time', '2026-01-01T00:00:00Z'],
    ['another order', '01-02-2026'],
    ['slashes', '2026/01/01'],
    ['a blank before it', ' 2026-01-01'],
    ['a word', 'today'],
    ['nothing', ''],
  ])('is refused: %s', (_name, text) => {
    const problem = refusal(PARAMETERS.from, text)
    expect(problem).toMatchObject({ status: 400, code: 'INVALID_PARAMETER' })
    expect(problem.message).toContain('a real day as YYYY-MM-DD')
  })
})

describe('asOf', () => {
  test.each([
    ['2026-01-14T12:00:00.5Z', { instant: '2026-01-14T12:00:00.500Z' }],
    ['2026-01-14T17:30:00+05:30', { instant: '2026-01-14T12:00:00.000Z' }],
    ['2026-01-14', { day: '2026-01-14' }],
  ])('%s is read as %o', (text, moment) => {
    expect(asOf.read('asOf', text)).toEqual(moment)
  })

  test.each([
    ['a time without a zone', '2026-01-14T12:00:00'],
    ['a day that does not exist', '2026-02-30T12:00:00Z'],
    ['an hour that does not exist', '2026-01-14T25:00:00Z'],
    ['the hour 24', '2026-01-14T24:00:00Z'],
    ['a minute that does not exist', '2026-01-14T12:60:00Z'],
    ['milliseconds since 1970', '1768392000000'],
    ['a word', 'yesterday'],
    ['nothing', ''],
  ])('is refused: %s', (_name, text) => {
    const problem = refusal(asOf, text)
    expect(problem).toMatchObject({ status: 400, code: 'INVALID_PARAMETER' })
    expect(problem.message).toContain(
      'must be a date-time such as 2026-01-14T12:00:00Z or 2026-01-14T17:30:00+05:30, or a day such as 2026-01-14',
    )
  })
})

describe('a query', () => {
  test('gives the values of what it names, and nothing for the rest', () => {
    expect(readQuery(PARAMETERS, { status: 'open', limit: '5' })).toEqual({
      values: { status: ['OPEN'], limit: 5 },
      ignored: [],
    })
  })

  test('names the parameters that the endpoint does not know', () => {
    expect(readQuery(PARAMETERS, { page: '2', limit: '5', Status: 'open' }).ignored).toEqual([
      'page',
      'Status',
    ])
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'takes %s for a parameter that it does not know',
    (name) => {
      const query = Object.fromEntries([[name, 'x']])
      expect(readQuery(PARAMETERS, query)).toEqual({ values: {}, ignored: [name] })
    },
  )

  test('may repeat what the endpoint does not know', () => {
    expect(readQuery(PARAMETERS, { page: ['1', '2'] })).toEqual({ values: {}, ignored: ['page'] })
  })

  test.each([
    [
      ['open', 'closed'],
      ['OPEN', 'CLOSED'],
    ],
    [
      ['closed,upcoming', 'OPEN', 'open'],
      ['UPCOMING', 'OPEN', 'CLOSED'],
    ],
  ])('may repeat a list: %j', (texts, values) => {
    expect(readQuery(PARAMETERS, { status: texts }).values).toEqual({ status: values })
  })

  test.each([[['open', '']], [['', '']], [['open', 'shut']]])('is refused with the list %j', (texts) => {
    const problem = problemOf(() => readQuery(PARAMETERS, { status: texts }))
    expect(problem).toMatchObject({ status: 400, details: { parameter: 'status', allowed: STATUSES } })
  })

  test.each(['q', 'limit', 'from', 'asOf'])('that gives %s twice is refused', (name) => {
    const problem = problemOf(() => readQuery(PARAMETERS, { [name]: ['open', 'open'] }))
    expect(problem).toMatchObject({ status: 400, details: { parameter: name } })
    expect(problem.message).toContain('more than once')
  })
})

describe('a whole name', () => {
  const parameter = wholeName('Only this client.', 'SOME FUND')

  test.each(['A', 'A/B & C %41', 'FUND  LTD.', '🚀'.repeat(500), '₹'.repeat(500)])(
    '"%s" is kept as it is',
    (text) => {
      expect(parameter.read('clientName', text)).toBe(text)
    },
  )

  test.each(['', ' ', 'A\u0000', 'A\nB', 'x'.repeat(501), '🚀'.repeat(501)])('"%s" is refused', (text) => {
    expect(refusal(parameter, text)).toMatchObject({
      status: 400,
      message: expect.stringContaining('text of 1 to 500 characters'),
    })
  })
})
