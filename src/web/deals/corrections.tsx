import type { SourceChoice } from '../../reports/sources.ts'
import { ExternalLink } from '../external-link.tsx'
import { sourceName } from '../figures.tsx'

interface CorrectionsProps {
  /** The setting `CONTACT`; empty when the operator has set none. */
  readonly contact: string
  readonly sources: SourceChoice['known']
}

/** Where to report a mistake: to the operator, and to the exchange that published the deal. */
export const Corrections = ({ contact, sources }: CorrectionsProps) => (
  <section class="about-deals">
    <h2>Corrections</h2>
    <p>
      This page has only what an exchange published under this name.{' '}
      {contact === '' ? (
        'The operator of this site has set no contact for corrections.'
      ) : (
        <>
          If it differs from the exchange, write to the operator of this site:{' '}
          <ContactLink contact={contact} />.
        </>
      )}{' '}
      If the exchange published it wrongly, only the exchange can correct it:{' '}
      {sources
        .filter(({ dealsFile }) => dealsFile !== undefined)
        .map(({ id, publisher, home }, i) => (
          <span key={id}>
            {i > 0 && ', '}
            <ExternalLink href={home}>{`deals at ${sourceName(publisher)}`}</ExternalLink>
          </span>
        ))}
      .
    </p>
  </section>
)

/** The address behind the operator's contact; `null` if the text is neither an e-mail nor a web address. */
function contactAddress(contact: string): string | null {
  if (/^https?:\/\//i.test(contact)) return URL.canParse(contact) ? contact : null
  if (/^[^\s/:@]+@[^\s/:@]+$/.test(contact))
    return `mailto:${encodeURIComponent(contact).replace('%40', '@')}`
  const web = `https://${contact}`
  return /^[^/:@]+\.[^:@]+$/.test(contact) && URL.canParse(web) ? web : null
}

/** The operator's contact, as a link where it is an e-mail or a web address. */
function ContactLink({ contact }: { contact: string }) {
  const href = contactAddress(contact)
  return href === null ? <span class="name-text">{contact}</span> : <a href={href}>{contact}</a>
}
