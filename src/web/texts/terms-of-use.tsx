/** The terms of use, with the same text on several pages. */
export const TermsOfUse = () => (
  <>
    <p>The data is free, and needs no key or account. In return:</p>
    <ol>
      <li>
        <strong>Credit the service with a link</strong> wherever its figures are shown.
      </li>
      <li>
        <strong>Ask at most once a minute.</strong> One small server stands behind this, and answers are kept
        for that long: asking sooner brings nothing new.
      </li>
      <li>
        <strong>Keep the disclaimer with the data.</strong> Every answer carries it.
      </li>
      <li>
        <strong>Respect the doubt.</strong> Where <code>gmpDisputed</code> is true the sources disagree: say
        so, or do not show the figure.
      </li>
    </ol>
  </>
)
