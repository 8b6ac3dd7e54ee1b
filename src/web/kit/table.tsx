import type { ComponentChildren } from 'preact'
import type { Sorting } from '../../reports/sorted-page.ts'
import { LiveLink } from '../copy/static-copy.tsx'

/**
 * Where a column goes in a narrow table, whose rows are blocks below the name: `fact`, into the line of facts; `figure`, a
 * figure below its label; `aside`, at the right of the name; `line`, a line of its own; `none`, nowhere, since the row says
 * it elsewhere.
 */
type NarrowRole = 'fact' | 'figure' | 'aside' | 'line' | 'none'

/** The words of an order: `closing day`, and the two directions. The values are compared by the report. */
export interface ColumnOrder {
  readonly by: string
  readonly ways: readonly [up: string, down: string]
  /** Whether the first press sorts in descending order, as is usual for figures. */
  readonly downFirst?: boolean
}

/** All that there is to say about a column. The first one names its row. */
export interface Column<T, K extends string = string> {
  readonly key: K
  readonly label: ComponentChildren
  /** A column without cells is not shown: the table can only be sorted by it. */
  readonly cell?: (row: T, index: number) => ComponentChildren
  /** Aligned to the right. */
  readonly isFigure?: boolean
  readonly narrow?: NarrowRole
  /** The label in a narrow table, where it depends on the row or differs from the heading; empty for none. */
  readonly narrowLabel?: string | ((row: T) => string)
  /** Left out where the table is neither narrow nor wide. */
  readonly isSpare?: boolean
  readonly order?: ColumnOrder
}

interface TableGroup<T> {
  readonly key: string
  readonly heading?: ComponentChildren
  readonly rows: readonly T[]
}

export interface TableProps<T, K extends string> {
  readonly id?: string
  /** The content of the table, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<T, K>[]
  readonly rows?: readonly T[]
  /** Rows in groups, each below its own heading. */
  readonly groups?: readonly TableGroup<T>[]
  /** The rows are doors: a press anywhere opens this address. The first column contains the link. */
  readonly isDoors?: boolean
  /** Every table becomes narrow but one that compares days or sources side by side, which scrolls. */
  readonly isScrolling?: boolean
  readonly attributes?: (row: T, index: number) => Readonly<Record<string, string | number | undefined>>
  readonly sorted?: { readonly by: Sorting<K>; readonly href: (sorting: Sorting<K>) => string }
}

/** The one table: columns where there is room, blocks where there is none. */
export function Table<T, K extends string>(props: TableProps<T, K>) {
  const { id, label, rows = [], attributes, isDoors, isScrolling } = props
  const groups = props.groups ?? [{ key: 'rows', rows }]
  const columns = props.columns.filter(({ cell }) => cell !== undefined)
  const look = ['table', isDoors && 'doors', !isScrolling && 'folds'].filter(Boolean)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a section would count as a part of the text.
    <div class="table-box" tabIndex={0} role="region" aria-label={label}>
      <table id={id} class={look.join(' ')}>
        <Head {...props} columns={columns} />
        {groups.map(({ key, heading, rows: ofGroup }: TableGroup<T>) => (
          <tbody key={key}>
            {heading && (
              <tr class="group">
                <th scope="rowgroup" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {ofGroup.map((row, i) => (
              <tr key={i} {...attributes?.(row, i)}>
                {columns.map((column, at) => (
                  <Cell key={column.key} column={column} row={row} index={i} isName={at === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** Headings; links that sort by their column or turn the order around, where the table can be sorted. */
const Head = <T, K extends string>({ columns, sorted }: TableProps<T, K>) => (
  <thead>
    <tr>
      {columns.map(({ key, label, isFigure, isSpare, order }) => {
        const direction = sorted?.by.key === key ? (sorted.by.descending ? 1 : 0) : null
        return (
          <th
            key={key}
            scope="col"
            class={classes(isFigure && 'figure', isSpare && 'spare')}
            aria-sort={direction === null ? undefined : direction === 1 ? 'descending' : 'ascending'}
          >
            {sorted && order ? (
              <SortLink {...{ label, order, direction }} href={sorted.href} of={key} />
            ) : (
              label
            )}
          </th>
        )
      })}
    </tr>
  </thead>
)

interface SortLinkProps<K extends string> {
  readonly of: K
  readonly label: ComponentChildren
  readonly order: ColumnOrder
  readonly direction: 0 | 1 | null
  readonly href: (sorting: Sorting<K>) => string
}

function SortLink<K extends string>({ of, label, order, direction, href }: SortLinkProps<K>) {
  const descending = direction === null ? (order.downFirst ?? false) : direction === 0
  return (
    <LiveLink
      href={href({ key: of, descending })}
      rel="nofollow"
      title={`Sort: ${order.ways[descending ? 1 : 0]}`}
    >
      {label}
      {direction !== null && (
        <>
          {' '}
          <span aria-hidden="true">{direction === 1 ? '▼' : '▲'}</span>
          <span class="unseen"> ({order.ways[direction]})</span>
        </>
      )}
    </LiveLink>
  )
}

interface CellProps<T> {
  readonly column: Column<T>
  readonly row: T
  readonly index: number
  readonly isName: boolean
}

function Cell<T>({ column, row, index, isName }: CellProps<T>) {
  const { cell, label, narrow = 'figure', narrowLabel, isFigure, isSpare } = column
  const content = cell?.(row, index)
  if (isName) return <th scope="row">{content}</th>
  // What is not known leaves a narrow row, with its label.
  const isEmpty = content === null || content === undefined || content === false
  const role = isEmpty && narrow !== 'line' ? 'empty' : narrow
  const given = typeof narrowLabel === 'function' ? narrowLabel(row) : narrowLabel
  const ownLabel = given ?? (narrow === 'figure' && typeof label === 'string' ? label : '')
  return (
    <td class={classes(role, isFigure && 'number', isSpare && 'spare')} data-label={ownLabel || undefined}>
      {content}
    </td>
  )
}

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined
