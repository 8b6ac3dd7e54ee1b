import type { Day } from '../../market/calendar.ts'
import { DEAL_KINDS, DEAL_TYPES, EXCHANGES } from '../../market/facts/fact.ts'
import type { DealFilter } from '../../reports/deals/deals.ts'
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { en } from '../../texts/en.ts'
import { LiveOnly } from '../copy/static-copy.tsx'

const words = en.deals

const FOLDED = ['from', 'to', 'kind', 'dealType', 'exchange'] as const

/** The form for filters. It works without JavaScript, and its values are in the address. */
export const FilterForm = ({ filter, today }: { filter: DealFilter; today: Day }) => (
  <LiveOnly path="/deals">
    <form class="filters deal-filters" action="/deals" aria-label="Deals">
      <NameField label="Symbol" name="symbol" value={filter.symbol} />
      <ClientField filter={filter} />
      <details open={FOLDED.some((name) => filter[name] !== undefined)}>
        <summary>More filters</summary>
        <div class="filters">
          {(['from', 'to'] as const).map((name) => (
            <label key={name}>
              {name === 'from' ? 'From day' : 'To day'}
              <input type="date" name={name} value={filter[name]} max={today} />
            </label>
          ))}
          <Choice
            name="kind"
            label="Kind"
            any="Bulk and block"
            all={DEAL_KINDS}
            of={filter}
            text={words.kind}
          />
          <Choice
            name="dealType"
            label="Side"
            any="Both sides"
            all={DEAL_TYPES}
            of={filter}
            text={words.side}
          />
          <Choice
            name="exchange"
            label="Exchange"
            any={EXCHANGES.join(' and ')}
            all={EXCHANGES}
            of={filter}
            text={(exchange) => exchange}
          />
        </div>
      </details>
      <button type="submit">Show deals</button>
      {Object.keys(filter).length > 0 && (
        <a class="clear" href="/deals">
          Clear all
        </a>
      )}
    </form>
  </LiveOnly>
)

/** A whole name stays one, so that a further filter does not add the deals of clients with similar names. */
const ClientField = ({ filter: { client, clientName } }: { filter: DealFilter }) => {
  const [label, name, maxLength] =
    clientName === undefined || client !== undefined
      ? (['Client, or part of the name', 'client', MAX_TEXT_LENGTH] as const)
      : (['Client, whole name', 'clientName', MAX_NAME_LENGTH] as const)
  return (
    <NameField look="grow" label={label} name={name} value={client ?? clientName} maxLength={maxLength} />
  )
}

interface NameFieldProps {
  readonly label: string
  readonly look?: string
  readonly name: 'symbol' | 'client' | 'clientName'
  readonly value: string | undefined
  readonly maxLength?: number
}

/** A field for a name or symbol, which browsers should neither complete nor correct. */
const NameField = ({ label, look, name, value, maxLength = MAX_TEXT_LENGTH }: NameFieldProps) => (
  <label class={look}>
    {label}
    <input name={name} value={value} maxlength={maxLength} autocomplete="off" spellcheck={false} />
  </label>
)

interface ChoiceProps<T> {
  readonly name: 'kind' | 'dealType' | 'exchange'
  readonly label: string
  readonly any: string
  readonly all: readonly T[]
  readonly of: DealFilter
  readonly text: (value: T) => string
}

/** A choice of one value or all; several values are shown as all. */
const Choice = <T extends string>({
  name,
  label,
  any,
  all,
  of: { [name]: chosen },
  text,
}: ChoiceProps<T>) => (
  <label>
    {label}
    <select name={name}>
      <option value="">{any}</option>
      {all.map((value) => (
        <option key={value} value={value} selected={chosen?.length === 1 && chosen[0] === value}>
          {text(value)}
        </option>
      ))}
    </select>
  </label>
)
