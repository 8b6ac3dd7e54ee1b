import type { ComponentChildren } from 'preact'
import { WideTable } from './wide-table.tsx'

/** A column of a table: its heading, and what it shows of a row. The first column holds the headings of the rows. */
export interface TableColumn<T> {
  readonly heading: ComponentChildren
  readonly cell: (row: T, index: number) => ComponentChildren
  /** The classes of the heading and of the cells. */
  readonly headingLook?: string
  readonly look?: string
  /** The label of a cell on a phone, where a table of class `stack` has no headings. */
  readonly label?: string
}

type CellOf<T> = TableColumn<T>['cell']

export const rightColumn = <T,>(heading: ComponentChildren, cell: CellOf<T>): TableColumn<T> => ({
  heading,
  cell,
  headingLook: 'figure',
  look: 'figure',
})

/** A right-aligned column whose heading is also the label of its cells on a phone. */
export const stackedColumn = <T,>(
  heading: string,
  cell: CellOf<T>,
  label = heading.toLowerCase(),
): TableColumn<T> => ({ ...rightColumn(heading, cell), label })

/** Columns for rows that contain what the columns show. */
export const columnsWithin = <T, Row>(
  columns: readonly TableColumn<T>[],
  contentOf: (row: Row) => T,
): TableColumn<Row>[] =>
  columns.map(({ cell, ...column }) => ({ ...column, cell: (row, i) => cell(contentOf(row), i) }))

interface TableProps<T> {
  readonly id?: string
  /** The classes of the table. */
  readonly look?: string
  /** For a table that may be wider than the page: its content, for screen readers. */
  readonly wideLabel?: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  /** The attributes of a row, such as its position in a chart. */
  readonly rowAttributes?: (row: T, index: number) => Readonly<Record<string, string | number | undefined>>
}

export function Table<T>({ id, look, wideLabel, columns, rows, rowAttributes }: TableProps<T>) {
  const content = (
    <>
      <thead>
        <tr>
          {columns.map(({ heading, headingLook }, i) => (
            <th key={i} scope="col" class={headingLook}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i} {...rowAttributes?.(row, i)}>
            {columns.map(({ cell, look: cellLook, label }, column) =>
              column === 0 ? (
                <th key={column} scope="row">
                  {cell(row, i)}
                </th>
              ) : (
                <td key={column} class={cellLook} data-label={label}>
                  {cell(row, i)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </>
  )
  if (wideLabel === undefined)
    return (
      <table id={id} class={look}>
        {content}
      </table>
    )
  return (
    <WideTable label={wideLabel} id={id} look={look}>
      {content}
    </WideTable>
  )
}
