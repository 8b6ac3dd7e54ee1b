/** A link to a page that is not ours: it names the host, sends no referrer and gives the page no credit with search engines. */
export const ExternalLink = ({ href, children }: { href: string; children: string }) => (
  <>
    <a href={href} rel="noreferrer nofollow external">
      {children}
    </a>{' '}
    <small class="host">{new URL(href).host}</small>
  </>
)
