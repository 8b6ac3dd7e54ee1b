/** The terms of use, with the same text on several pages. */
export const TermsOfUse = () => (
  <>
    <p>The data is free, without a key or an account. In return:</p>
    <ol>
      <li>
        <strong>Credit the service with a link</strong> wherever its figures are shown.
      </li>
      <li>
        <strong>Poll at most once a minute.</strong> This is one small server, and answers are cached for up
        to a minute: more often gives you nothing new.
      </li>
      <li>
        <strong>Keep the disclaimer with the data.</strong> Every JSON answer has it.
      </li>
      <li>
        <strong>Show when sources disagree.</strong> Where <code>gmpDisputed</code> is true, say so or leave
        the figure out.
      </li>
    </ol>
  </>
)
