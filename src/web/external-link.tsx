/** For links to pages that are not ours: they send no referrer and give the page no credit with search engines. */
export const EXTERNAL_REL = 'noreferrer nofollow external'

/** A link to a page that is not ours, with the name of its host. */
export const ExternalLink = ({ href, children }: { href: string; children: string }) => (
  <>
    <a href={href} rel={EXTERNAL_REL}>
      {children}
    </a>{' '}
    <small class="host">{new URL(href).host}</small>
  </>
)
