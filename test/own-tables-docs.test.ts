import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DATE_FORMS, DESCRIPTION, readTableFile } from '../src/sources/table-file/table-file.ts'
import { EXAMPLE } from './support/own-table.ts'

const docs = readFileSync(new URL('../docs/own-tables.md', import.meta.url), 'utf8')
const files = [...docs.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']) => text)
const lines = docs.split('\n').filter((line) => line.startsWith('| '))

/** The keys in the first cells of the rows between two headings of tables. */
const keysBetween = (start: string, end: string) => {
  const from = lines.findIndex((line) => line.startsWith(start))
  const to = lines.findIndex((line) => line.startsWith(end))
  const rows = lines.slice(from + 1, to < from ? undefined : to)
  return rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, key = '']) => key),
  )
}

describe('docs/own-tables.md', () => {
  test('shows files of every format', () => {
    expect(files.map((text) => JSON.parse(text).format).sort()).toEqual(['csv', 'html', 'json'])
  })

  test.each(files.map((text) => [JSON.parse(text).id, text]))('shows %s in a usable form', (id, text) => {
    expect(readTableFile(text)).toMatchObject({ id, isDated: false })
  })

  test('begins with the example', () => {
    expect(JSON.parse(files[0] ?? '')).toEqual(EXAMPLE)
  })

  test('explains every key and every column, and no other', () => {
    const { columns } = DESCRIPTION.properties
    const known = ({ properties }: { readonly properties: object }) => Object.keys(properties).sort()
    expect(keysBetween('| key |', '| in `columns`').sort()).toEqual(known(DESCRIPTION))
    expect(keysBetween('| in `columns`', '| key |').sort()).toEqual(known(columns))
  })

  test('names every format of a day', () => {
    const line = lines.find((candidate) => candidate.startsWith('| `dates` | with')) ?? ''
    expect(DATE_FORMS.filter((form) => !line.includes(`\`${form}\``))).toEqual([])
  })

  test('parses the table that it shows', () => {
    const shown = lines.slice(0, 3).map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    const rows = shown.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    const reading = readTableFile(files[0] ?? '').read({
      document: 'gmp',
      url: EXAMPLE.address,
      day: null,
      fetchedAt: '2031-03-12T14:30:00.000Z',
      body: `<html><body><table id="gmp">${rows.join('')}</table></body></html>`,
    })
    expect(reading).toMatchObject({ rows: 2, unknownColumns: [] })
    expect(reading.entries).toMatchObject([
      { said: { gmp: 3000, subject: { name: 'Tamarind Foods', board: 'SME', closeDate: '2031-03-13' } } },
    ])
  })
})
