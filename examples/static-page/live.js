// Shows the IPOs that are open with their GMP, and loads the list again when something changes.
// These are plain scripts, because browsers load no modules from file://. The client is imported from the service.
const { service } = document.currentScript.dataset
const show = (id, text) => {
  document.getElementById(id).textContent = text
}

/** The position of the list; undefined when it could not be loaded. */
async function load(client) {
  const answer = await client.ipos({ status: 'OPEN', detail: 'full' })
  if (!answer.ok) {
    show('state', `The list could not be loaded: ${answer.error.message}.`)
    return undefined
  }
  document.getElementById('ipos').replaceChildren(...answer.ipos.map((ipo) => ipoRow(ipo, service)))
  const time = new Date().toLocaleTimeString()
  show('state', answer.count === 0 ? 'No IPO is open right now.' : `GMP is unofficial. Loaded at ${time}.`)
  // The terms of use ask to keep this notice with the data.
  show('notice', answer.disclaimer)
  return answer.meta.position
}

async function live() {
  const { createClient } = await import(`${service}/client.js`)
  const client = createClient(service)
  // follow() reconnects by itself, also after the laptop slept, and continues after this position.
  for await (const event of client.follow({ since: await load(client) }))
    if (event.type === 'error') show('state', event.error.message)
    else await load(client)
}

live().catch(() => show('state', `There is no Greymark service at ${service}.`))
