/** The address behind the operator's contact; `null` if the text is neither an e-mail nor a web address. */
function contactAddress(contact: string): string | null {
  if (/^https?:\/\//i.test(contact)) return URL.canParse(contact) ? contact : null
  if (/^[^\s/:@]+@[^\s/:@]+$/.test(contact))
    return `mailto:${encodeURIComponent(contact).replace('%40', '@')}`
  const web = `https://${contact}`
  return /^[^/:@]+\.[^:@]+$/.test(contact) && URL.canParse(web) ? web : null
}

/** The operator's contact, as a link where it is an e-mail or a web address. */
export function ContactLink({ contact }: { contact: string }) {
  const href = contactAddress(contact)
  return href === null ? <span class="name-text">{contact}</span> : <a href={href}>{contact}</a>
}
