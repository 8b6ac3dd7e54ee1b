import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { TermId } from '../../texts/en/glossary.ts'
import { en } from '../../texts/en.ts'

/** The words that a page has used so far; `null` around pages that have no room for their explanations. */
const UsedTerms = createContext<Set<TermId> | null>(null)

const popoverId = (id: TermId): string => `term-${id}`

/**
 * A word of the market that explains itself when it is pressed. It is a button, so it may not stand inside a link. Outside
 * of `WithTerms` it is a link to the page of all words.
 */
export function Term({
  of: id,
  children = en.glossary.term(id).word,
}: {
  of: TermId
  children?: ComponentChildren
}) {
  const used = useContext(UsedTerms)
  if (used === null)
    return (
      <a class="term-link" href={`/glossary#${id}`}>
        {children}
      </a>
    )
  used.add(id)
  return (
    <button type="button" class="term-link" popovertarget={popoverId(id)}>
      {children}
    </button>
  )
}

/** A word that explains itself where the glossary has it. */
export const MaybeTerm = ({ of, children }: { of: TermId | undefined; children: ComponentChildren }) =>
  of === undefined ? children : <Term of={of}>{children}</Term>

/** A page whose words explain themselves. The explanation of each word that is used follows once, after the page. */
export const WithTerms = ({ children }: { children: ComponentChildren }) => (
  <UsedTerms.Provider value={new Set()}>
    {children}
    <Explanations />
  </UsedTerms.Provider>
)

/** Rendered after the page, when all its words are known. The browser opens and closes them without a script. */
function Explanations() {
  const used = useContext(UsedTerms) ?? []
  return (
    <>
      {[...used].map((id) => (
        <div
          key={id}
          id={popoverId(id)}
          class="explained"
          popover="auto"
          role="dialog"
          aria-label={en.glossary.term(id).word}
        >
          <p>
            <strong>{en.glossary.term(id).word}</strong> {en.glossary.term(id).means}
          </p>
          <a href={`/glossary#${id}`}>More words</a>
        </div>
      ))}
    </>
  )
}
