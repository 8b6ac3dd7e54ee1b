import { REPOSITORY } from '../../project-file.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { Page } from '../page.ts'
import { Snippet, shownOrigin } from './snippet.tsx'
import { TermsOfUse } from './terms-of-use.tsx'
import { TextPage } from './text-page.tsx'

const PLACES = [
  { id: 'what', label: 'What this is' },
  { id: 'disclaimer', label: 'Disclaimer' },
  { id: 'data', label: 'Where the data comes from' },
  { id: 'terms', label: 'Terms of use' },
  { id: 'credit', label: 'How to credit it' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'software', label: 'The software' },
]

/** What the service is and is not. */
export const aboutPage = (publicUrl: string): Page => ({
  title: 'About',
  description:
    'What Greymark is and is not: a record of what each source reported about Indian IPOs, not advice. Disclaimer, terms of use, attribution, privacy.',
  path: '/about',
  span: UNCHANGED_BY_CLOCK,
  content: (
    <TextPage
      title="About Greymark"
      lead="A public record of Indian IPOs: what each source reported, when, and how accurate it turned out to be."
      places={PLACES}
    >
      <WhatThisIs />
      <Disclaimer />
      <h2 id="data">Where the data comes from</h2>
      <p>
        Terms, subscription, listing prices and deals are published by the exchanges, NSE and BSE. GMP is what
        trackers print on their public websites. Each quote names its source; see all{' '}
        <a href="/sources">our sources</a>. Names and trademarks belong to their owners, who are not
        affiliated with this service.
      </p>
      <h2 id="terms">Terms of use</h2>
      <TermsOfUse />
      <p>
        The same terms apply to programs: <a href="/developers">the data as JSON</a>.
      </p>
      <HowToCredit publicUrl={publicUrl} />
      <Privacy />
      <h2 id="software">The software</h2>
      <p>
        Greymark is {REPOSITORY === null ? 'open source' : <a href={REPOSITORY}>open source</a>} under the MIT
        licence. Anyone may run a copy with their own data: <code>npm ci && npm start</code> is all it takes.
        A new copy shows a demo with invented IPOs until it has data.
      </p>
    </TextPage>
  ),
})

const WhatThisIs = () => (
  <>
    <h2 id="what">What this is</h2>
    <p>
      Before a share lists, people trade it unofficially, outside the exchanges. What they pay above the issue
      price is the grey-market premium, GMP. Trackers publish it as a single number.
    </p>
    <p>
      Here you see what each tracker quoted and when, where they disagree, and, after listing,{' '}
      <a href="/scoreboard">how far off they were</a>. You also see the terms and the subscription published
      by the exchanges, and the bulk and block deals they disclose. <a href="/method">The method</a> explains
      how every figure is worked out.
    </p>
    <p>
      Greymark is not a broker. It takes no applications, sells nothing and recommends nothing. Nobody pays to
      be listed here, and there is no advertising.
    </p>
  </>
)

const Disclaimer = () => (
  <>
    <h2 id="disclaimer">Disclaimer</h2>
    <ul>
      <li>
        <strong>This is not advice.</strong> The operator of this service is not a registered investment
        adviser or research analyst. Read the offer document, and ask a registered adviser before you invest.
      </li>
      <li>
        <strong>GMP is unofficial.</strong> No exchange or regulator recognises it, and nobody can verify it.
        People who publish it or profit from it may push it up or down.
      </li>
      <li>
        <strong>A GMP guarantees nothing.</strong> IPOs with a positive GMP have opened below their issue
        price. The <a href="/scoreboard">scoreboard</a> shows which, and how often.
      </li>
      <li>
        <strong>Sources make mistakes, and so do we.</strong> Figures may be late, incomplete or wrong. For
        terms, dates and prices, rely on what the exchange publishes.
      </li>
      <li>There is no warranty of any kind, and no liability for how you use these figures.</li>
    </ul>
  </>
)

const HowToCredit = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="credit">How to credit it</h2>
    <p>A link beside the figures is enough:</p>
    <Snippet>{`Source: <a href="${shownOrigin(publicUrl)}">Greymark</a>. GMP is unofficial and unverifiable.`}</Snippet>
    <p>
      When you show the GMP of one tracker, name that tracker too: it is in <code>sources[].source</code>.
    </p>
  </>
)

const Privacy = () => (
  <>
    <h2 id="privacy">Privacy</h2>
    <ul>
      <li>No cookies and no account. Your browser caches pages, and nothing else is stored in it.</li>
      <li>
        No tracking, and nothing is loaded from other sites: no fonts, scripts or counters. When you follow a
        link to another site, your browser does not send it the address of this one.
      </li>
      <li>
        Requests are not logged, except when one fails on our side: then its address and the error are logged,
        so that we can fix it.
      </li>
      <li>
        To limit abuse, requests are counted per IP address. The counts are kept in memory only and start
        again every minute.
      </li>
      <li>
        This describes the software. The operator of this copy may run other servers in front of it that keep
        their own logs.
      </li>
    </ul>
  </>
)
