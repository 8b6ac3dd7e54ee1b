import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { en } from '../../texts/en.ts'
import type { Page } from '../page.ts'
import { headingIds } from './heading-ids.ts'
import { TextPage } from './text-page.tsx'

const IDS = headingIds(en.glossary.termGroups.map(([title]) => title))

/** Every word of the market with its meaning, each at a place of its own. */
export const glossaryPage = (): Page => ({
  title: 'Words of the IPO market',
  description:
    'GMP, lot, price band, cut-off price, sHNI, bHNI, QIB, UPI mandate, allotment, OFS and other words of Indian IPOs, each in one plain sentence.',
  path: '/glossary',
  span: UNCHANGED_BY_CLOCK,
  content: (
    <TextPage
      title="Words of the IPO market"
      lead={
        <>
          Each in one sentence. How an IPO works from the first day to the last:{' '}
          <a href="/new-to-ipos">new to IPOs?</a>
        </>
      }
      sections={en.glossary.termGroups.map(([title], i) => ({ id: IDS[i] ?? '', label: title }))}
    >
      {en.glossary.termGroups.map(([title, words], i) => (
        <section key={title}>
          <h2 id={IDS[i]}>{title}</h2>
          <dl class="words">
            {Object.entries(words).map(([id, { word, means }]) => (
              <div key={id} id={id}>
                <dt>{word}</dt>
                <dd>{means}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </TextPage>
  ),
})
