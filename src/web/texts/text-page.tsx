import type { ComponentChildren } from 'preact'

/** A place within a page. */
export interface TextSection {
  readonly id: string
  readonly label: string
}

/** A page to be read: its text, and its places in a list that stands beside it where there is room. */
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

/** What is typed or answered, letter by letter. Long lines wrap: nobody scrolls sideways to read. */
export const Typed = ({ children }: { children: string }) => (
  <pre class="typed">
    <code>{children}</code>
  </pre>
)
