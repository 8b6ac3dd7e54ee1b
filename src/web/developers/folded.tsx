import type { ComponentChildren } from 'preact'

interface FoldedProps {
  readonly id: string
  readonly title: string
  /** A path, shown below the title. */
  readonly path?: string
  readonly children: ComponentChildren
}

/** A section that opens when its title is pressed. */
export const Folded = ({ id, title, path, children }: FoldedProps) => (
  <details class="folded">
    <summary>
      <h3 id={id}>{title}</h3>
      {path !== undefined && <code>{path}</code>}
    </summary>
    {children}
  </details>
)
