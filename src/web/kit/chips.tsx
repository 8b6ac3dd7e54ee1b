import { useCopy } from '../copy/static-copy.tsx'

interface ChipsProps<T extends string> {
  /** What they choose, for screen readers. */
  readonly label: string
  readonly all: readonly T[]
  /** `undefined`: all. */
  readonly chosen: readonly T[] | undefined
  readonly name: (value: T) => string
  /** The page with this choice; `undefined` for all. */
  readonly href: (chosen: readonly T[] | undefined) => string
}

/**
 * Choices that apply at once: links, so that they need no script. A press adds a choice or takes it back; in a static copy,
 * which has no page for every combination, it chooses that one alone.
 */
export const Chips = <T extends string>({ label, all, chosen, name, href }: ChipsProps<T>) => {
  const kept = useCopy() ? undefined : chosen
  return (
    <nav class="chips" aria-label={label}>
      {all.map((value) => {
        const isChosen = chosen?.includes(value) ?? false
        const next = all.filter((each) => (each === value ? !isChosen : (kept?.includes(each) ?? false)))
        return (
          <a
            key={value}
            href={href(next.length === 0 ? undefined : next)}
            aria-current={isChosen ? 'true' : undefined}
            rel="nofollow"
          >
            {name(value)}
          </a>
        )
      })}
    </nav>
  )
}
