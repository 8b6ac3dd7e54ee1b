import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { Page } from '../page.ts'
import { TermsOfUse } from './terms-of-use.tsx'
import { TextPage, Typed } from './text-page.tsx'

const PLACES = [
  { id: 'what', label: 'What this is' },
  { id: 'disclaimer', label: 'Disclaimer' },
  { id: 'data', label: 'Whose data it is' },
  { id: 'terms', label: 'Terms of use' },
  { id: 'credit', label: 'How to credit it' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'software', label: 'The software' },
]

/** What the service is and is not. */
export const aboutPage = (publicUrl: string): Page => ({
  title: 'About',
  description:
    'What Greymark is and is not: a record of who said what about Indian IPOs, not advice. Disclaimer, terms of use, attribution, privacy.',
  path: '/about',
  span: UNCHANGED_BY_CLOCK,
  content: (
    <TextPage
      title="About Greymark"
      lead="A record of what is said about Indian IPOs: by whom, when, and how right it turned out to be."
      places={PLACES}
    >
      <WhatThisIs />
      <Disclaimer />
      <h2 id="data">Whose data it is</h2>
      <p>
        Terms, subscription, listing prices and deals are published by the exchanges, NSE and BSE. GMP is what
        trackers print on their public pages. Each quote names who said it, and the{' '}
        <a href="/sources">sources</a> stand on a page of their own. Names and marks belong to their owners,
        who have no part in this service.
      </p>
      <h2 id="terms">Terms of use</h2>
      <TermsOfUse />
      <p>
        That is for programs too: <a href="/developers">the same data as JSON</a>.
      </p>
      <HowToCredit publicUrl={publicUrl} />
      <Privacy />
      <h2 id="software">The software</h2>
      <p>
        Greymark is open source under the MIT licence. Anyone may run a copy, with data of their own:{' '}
        <code>npm ci && npm start</code> is all it takes, and a new copy shows an invented market until it has
        read or been given facts.
      </p>
    </TextPage>
  ),
})

const WhatThisIs = () => (
  <>
    <h2 id="what">What this is</h2>
    <p>
      Before a share is listed, people trade promises of it outside of the exchanges. The price of such a
      promise above the issue price is the grey-market premium, GMP. Trackers publish it as a single number.
    </p>
    <p>
      Here you see what each of them said and when, where they disagree, and, once a share is listed,{' '}
      <a href="/scoreboard">how far off they were</a>. Beside it stand the terms and the subscription that the
      exchanges publish, and the bulk and block deals that they disclose. <a href="/method">Every rule</a> by
      which a figure comes about is written down.
    </p>
    <p>
      It is not a broker, takes no applications, sells nothing, and recommends nothing. Nobody pays to be
      shown here, and there is no advertising.
    </p>
  </>
)

const Disclaimer = () => (
  <>
    <h2 id="disclaimer">Disclaimer</h2>
    <ul>
      <li>
        <strong>This is not advice.</strong> Whoever operates this service is not a registered investment
        adviser or research analyst. Read the offer document, and ask somebody who is registered before you
        put money at stake.
      </li>
      <li>
        <strong>GMP is unofficial.</strong> No exchange and no regulator stands behind it. Nobody can verify
        it. Those who print it or profit from it may push it up or down.
      </li>
      <li>
        <strong>A premium is no promise.</strong> Shares with one have opened below their issue price. The{' '}
        <a href="/scoreboard">scoreboard</a> shows which, and how often.
      </li>
      <li>
        <strong>Sources err, and so do we.</strong> Figures may be late, incomplete or wrong. For terms, dates
        and prices what the exchange publishes is what counts.
      </li>
      <li>There is no warranty of any kind, and no liability for what you do with these figures.</li>
    </ul>
  </>
)

const HowToCredit = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="credit">How to credit it</h2>
    <p>A link beside the figures is enough:</p>
    <Typed>{`Source: <a href="${publicUrl === '' ? 'THE ADDRESS OF THIS SERVICE' : publicUrl}">Greymark</a>. GMP is unofficial and unverifiable.`}</Typed>
    <p>
      Figures of the grey market should also name the tracker that said them, as <code>sources[].source</code>{' '}
      does.
    </p>
  </>
)

const Privacy = () => (
  <>
    <h2 id="privacy">Privacy</h2>
    <ul>
      <li>No cookies, nothing kept in your browser but pages and their files, and no account.</li>
      <li>
        No tracking, and nothing from another host: no fonts, no scripts, no counters. Your browser talks to
        this server alone. When you follow a link to another site, that site is not told where you came from.
      </li>
      <li>
        Requests are not logged. Only when one fails on our side, its address and the error are, so that it
        can be mended.
      </li>
      <li>
        To keep floods out, requests are counted by network address. The counts are kept in memory alone, and
        start again every minute.
      </li>
      <li>
        That is what this software does. Whoever runs this copy may have other machines before it, which keep
        records of their own.
      </li>
    </ul>
  </>
)
