import type { ComponentChildren } from 'preact'
import { Sourced } from '../evidence/sourced.tsx'

/** A part of a page with a heading, which a tab can lead to. */
export const Section = ({
  id,
  title,
  note,
  children,
}: {
  id?: string
  title: ComponentChildren
  note?: ComponentChildren
  children: ComponentChildren
}) => (
  <section id={id}>
    <h2>
      {title}
      {note !== undefined && <span class="note quiet small">{note}</span>}
    </h2>
    {children}
  </section>
)

/** A term, its value, and the path of its evidence if it has any. */
export interface TermLine {
  readonly label: ComponentChildren
  readonly value: ComponentChildren
  readonly path?: string
  readonly note?: ComponentChildren
}

/** Terms and their values, one a line. */
export const TermList = ({ lines }: { lines: readonly TermLine[] }) => (
  <dl class="terms">
    {lines.map(({ label, value, path, note }, i) => (
      <div key={i}>
        <dt>{label}</dt>
        <dd>
          {path === undefined ? value : <Sourced of={path}>{value}</Sourced>}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

/** A large figure with its label above and a note below. */
export const Figure = ({
  label,
  note,
  children,
}: {
  label: ComponentChildren
  note?: ComponentChildren
  children: ComponentChildren
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {note && <small>{note}</small>}
    </dd>
  </div>
)

/** Links to the parts of a page, which stay in view while it is read. */
export const SectionTabs = ({ tabs }: { tabs: readonly (readonly [id: string, label: string])[] }) => (
  <nav class="tabs section-tabs" aria-label="On this page">
    {tabs.map(([id, label]) => (
      <a key={id} href={`#${id}`}>
        {label}
      </a>
    ))}
  </nav>
)

/** Text that opens: a line that says what is inside, and the rest on tap. */
export const Fold = ({ title, children }: { title: ComponentChildren; children: ComponentChildren }) => (
  <details class="fold">
    <summary>{title}</summary>
    {children}
  </details>
)

/** Values one after another with commas between them. */
export const Listed = ({ items }: { items: readonly ComponentChildren[] }) => (
  <>
    {items.map((item, i) => (
      <span key={i}>
        {i > 0 && ', '}
        {item}
      </span>
    ))}
  </>
)
