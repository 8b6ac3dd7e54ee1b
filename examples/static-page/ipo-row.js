// One IPO as an item of the list. Texts are set as textContent, never as HTML: names come from outside.
function element(name, className, text) {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const rupees = (value) => `${value < 0 ? '−' : ''}₹${Math.abs(value).toLocaleString('en-IN')}`

// Days are days in India, so the age of a quote is counted there.
function ageOf(day) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format()
  const days = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}

// GMP is hearsay: it is never shown without its sources, its age and their disagreement.
function gmpTexts({ lastGmp, lastGmpPct, lastGmpOwners, lastGmpDay }) {
  if (lastGmp === null) return { figure: '–', basis: 'No GMP quoted', className: '' }
  const share = lastGmpPct === null ? '' : ` (${lastGmpPct > 0 ? '+' : ''}${lastGmpPct.toFixed(1)}%)`
  const sources = lastGmpOwners === 1 ? '1 source' : `${lastGmpOwners} sources`
  return {
    figure: `${rupees(lastGmp)}${share.replace('-', '−')}`,
    basis: `${sources}, ${ageOf(lastGmpDay)}`,
    className: lastGmp === 0 ? '' : lastGmp > 0 ? 'gain' : 'loss',
  }
}

// biome-ignore lint/correctness/noUnusedVariables: live.js uses it.
function ipoRow(ipo, service) {
  const { figure, basis, className } = gmpTexts(ipo)
  const link = element('a', '', ipo.name)
  link.href = `${service}/ipos/${ipo.slug}`
  const row = element('li', '', '')
  row.append(link, element('span', `gmp ${className}`, figure))
  row.append(element('span', 'quiet', ipo.closeDate === null ? '' : `Closes ${ipo.closeDate.slice(0, 10)}`))
  row.append(element('span', 'quiet basis', basis))
  if (ipo.gmpDisputed)
    row.append(
      element('span', 'disputed', `Sources disagree: their quotes are ${rupees(ipo.gmpSpread)} apart.`),
    )
  return row
}
