import { columnsWithin, Table, type TableColumn } from '../table.tsx'

/** The figures of one group of listings. */
interface Group<T> {
  readonly label: string
  readonly href?: string
  readonly figures: T
}

interface GroupTableProps<T> {
  readonly title: string
  readonly of: string
  /** Further classes of the panel. */
  readonly look?: string
  readonly columns: readonly TableColumn<T>[]
  readonly groups: readonly Group<T>[]
}

/** The same figures for several groups of listings. */
export const GroupTable = <T extends { readonly isFew: boolean }>(props: GroupTableProps<T>) => {
  const { title, of, look, columns, groups } = props
  return (
    <section>
      <h3>{title}</h3>
      <div class={look === undefined ? 'sheet groups' : `sheet groups ${look}`}>
        <Table
          look="stack"
          columns={[
            { heading: of, cell: groupName },
            ...columnsWithin(columns, ({ figures }: Group<T>) => figures),
          ]}
          rows={groups}
        />
      </div>
    </section>
  )
}

const groupName = ({ label, href, figures }: Group<{ readonly isFew: boolean }>) => (
  <>
    {href === undefined ? label : <a href={href}>{label}</a>}
    {figures.isFew && <Few />}
  </>
)

/** Marks figures of too few listings. */
export const Few = () => <span class="few"> few</span>
