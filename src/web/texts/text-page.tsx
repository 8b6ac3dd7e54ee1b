import type { ComponentChildren } from 'preact'

export interface TextSection {
  readonly id: string
  readonly label: string
}

/** A page of text, with a table of contents beside it where there is room. */
export const TextPage = ({
  title,
  lead,
  places,
  children,
}: {
  title: string
  lead: ComponentChildren
  places: readonly TextSection[]
  children: ComponentChildren
}) => (
  <div class="reading">
    <div class="opening">
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
    </div>
    <nav class="places" aria-label="On this page">
      <details>
        <summary>On this page</summary>
        <ul>
          {places.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
    <div class="text">{children}</div>
  </div>
)

/** Typed or printed text, verbatim. Long lines wrap, so that nobody scrolls sideways. */
export const Typed = ({ children }: { children: string }) => (
  <pre class="typed">
    <code>{children}</code>
  </pre>
)
