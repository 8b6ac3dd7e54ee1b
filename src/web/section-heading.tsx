import type { ComponentChildren } from 'preact'

/** The heading of a section, with a short note beside it. */
export const SectionHeading = ({
  note,
  children,
}: {
  note?: ComponentChildren
  children: ComponentChildren
}) => (
  <h2>
    {children}
    {note !== undefined && <span class="note">{note}</span>}
  </h2>
)
