import type { ComponentChildren } from 'preact'

/** A table that scrolls by pointer and by keyboard where it is wider than the page. */
export const WideTable = ({
  label,
  id,
  look,
  children,
}: {
  label: string
  id?: string | undefined
  look?: string | undefined
  children: ComponentChildren
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  // biome-ignore lint/a11y/useSemanticElements: a section would count as a part of the text.
  <div class="wide" tabIndex={0} role="region" aria-label={label}>
    <table id={id} class={look}>
      {children}
    </table>
  </div>
)
