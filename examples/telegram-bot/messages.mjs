// The texts of the bot. `html` is true for Telegram and false for a terminal.
const rupees = (value) =>
  `${value < 0 ? '−' : ''}₹${Math.abs(value).toFixed(Number.isInteger(value) ? 0 : 2)}`
const percent = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}%`

// Names come from outside the program, so they are escaped for Telegram's HTML.
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

// GMP is hearsay: it is never shown without its day, its number of sources and their disagreement.
function gmpText({ lastGmp, lastGmpPct, lastGmpOwners, lastGmpDay, gmpDisputed, gmpSpread }) {
  if (lastGmp === null) return 'no GMP quoted'
  const share = lastGmpPct === null ? '' : ` (${percent(lastGmpPct)})`
  const sources = lastGmpOwners === 1 ? 'one source' : `${lastGmpOwners} sources`
  const dispute = gmpDisputed ? `, disputed: the quotes are ${rupees(gmpSpread)} apart` : ''
  return `unofficial GMP ${rupees(lastGmp)}${share}, ${sources} on ${lastGmpDay}${dispute}`
}

export function createMessages(service, html) {
  const linked = ({ slug, name }) =>
    html ? `<a href="${escaped(`${service}/ipos/${slug}`)}">${escaped(name)}</a>` : name
  const closing = ({ closeDate }) => (closeDate === null ? '' : `, closes ${closeDate.slice(0, 10)}`)

  return {
    // Is this change worth a message? Each has the kind and the fields that changed; see /changes in docs/api.md.
    isPosted: ({ kind, old: before, new: after }) =>
      (['new', 'return', 'status'].includes(kind) && after.status === 'OPEN') ||
      (kind === 'gmp' && 'lastGmp' in after) ||
      (kind === 'listing' && after.listing !== null && before.listing === null),

    // The message about a change, with the IPO as it was known at that moment.
    about({ kind, old: before }, ipo) {
      if (kind === 'gmp') {
        const earlier = before.lastGmp === null ? 'none' : rupees(before.lastGmp)
        return `${linked(ipo)}: ${gmpText(ipo)}; before: ${earlier}`
      }
      if (kind !== 'listing') return `Open: ${linked(ipo)}${closing(ipo)}; ${gmpText(ipo)}`
      const { listingPrice, exchange } = ipo.listing
      const gain = ipo.issuePrice === null ? '' : ` (${percent((listingPrice / ipo.issuePrice - 1) * 100)})`
      return `Listed: ${linked(ipo)} at ${rupees(listingPrice)}${gain} on ${exchange}; last ${gmpText(ipo)}`
    },

    // The first message: what is open now, with the notice that must stay with the data.
    openNow({ ipos, disclaimer }) {
      const lines = ipos.map((ipo) => `• ${linked(ipo)}${closing(ipo)}; ${gmpText(ipo)}`)
      const list = lines.length === 0 ? 'No IPO is open right now.' : ['Open now:', ...lines].join('\n')
      return `${list}\n\n${html ? escaped(disclaimer) : disclaimer}`
    },
  }
}
