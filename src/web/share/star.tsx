import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'

interface StarProps {
  readonly slug: string
  readonly name: string
  /** With the words "My IPOs", where there is room. */
  readonly isLabelled?: boolean
}

/** Keeps an IPO on the device of the visitor. The script shows it, because without script there is nothing to press. */
export const Star = ({ slug, name, isLabelled = false }: StarProps) => (
  <button
    type="button"
    class="star"
    data-star={slug}
    hidden
    aria-pressed="false"
    aria-label={en.share.star(harmless(name))}
  >
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="m12 3 2.8 5.9 6.2.8-4.6 4.4 1.2 6.4-5.6-3.1-5.6 3.1 1.2-6.4L3 9.7l6.2-.8z" />
    </svg>
    {isLabelled && <span>{en.share.myIpos}</span>}
  </button>
)
