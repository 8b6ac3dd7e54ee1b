import { allotmentCheckPages } from '../../market/issues/registrars.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { ExternalLink } from '../external-link.tsx'
import { Missing, Name } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'

/** The pages of the registrar and the exchanges where investors can check their allotment. */
export function AllotmentCheck({ report: { ipo, calledOff } }: { report: IpoReport }) {
  if (ipo.status === 'LISTED' || calledOff !== null) return null
  const { registrar } = ipo
  return (
    <section class="sheet">
      <SectionHeading>Where to check the allotment</SectionHeading>
      <ul class="pages">
        <li>
          {registrar === null ? (
            <Missing>The registrar is not known yet.</Missing>
          ) : (
            <>
              Registrar:{' '}
              <Sourced of="registrar">
                <Name>{registrar.name}</Name>
              </Sourced>
              ,{' '}
              {registrar.allotmentUrl === null ? (
                <Missing>no page known</Missing>
              ) : (
                <ExternalLink href={registrar.allotmentUrl}>its allotment page</ExternalLink>
              )}
            </>
          )}
        </li>
        {allotmentCheckPages(ipo.board, ipo.exchanges).map(({ exchange, url, needsLogin }) => (
          <li key={exchange}>
            {exchange}: <ExternalLink href={url}>its own page</ExternalLink>
            {needsLogin && <span class="quiet small">, needs a login</span>}
          </li>
        ))}
      </ul>
      <p class="quiet small">
        These pages belong to the registrar and the exchange, and ask for your PAN or application number.
        Nothing of that kind is asked for here.
      </p>
    </section>
  )
}
