/** Shown for the address of this service where `PUBLIC_URL` is not set. The script of the pages replaces it. */
const ORIGIN_PLACEHOLDER = 'https://YOUR-SERVER'

/** The address of this service in a snippet: `PUBLIC_URL`, or a placeholder. */
export const shownOrigin = (publicUrl: string): string => (publicUrl === '' ? ORIGIN_PLACEHOLDER : publicUrl)

/** Text to copy. The script adds a copy button, and the origin of the page in place of the placeholder. */
export const Snippet = ({ children }: { children: string }) => (
  <div class="snippet" data-copy>
    <pre class="typed">
      {children.includes(ORIGIN_PLACEHOLDER) ? (
        <code data-origin={ORIGIN_PLACEHOLDER}>{children}</code>
      ) : (
        <code>{children}</code>
      )}
    </pre>
  </div>
)

/** Typed or printed text, verbatim. Long lines wrap, so that nobody scrolls sideways. */
export const Typed = ({ children }: { children: string }) => (
  <pre class="typed">
    <code>{children}</code>
  </pre>
)
