import { Snippet, shownOrigin } from '../texts/snippet.tsx'
import { LANGUAGE_IDS, LANGUAGES, type PrintedList, requestSnippets } from './request-snippets.ts'

/** Chooses the language of all examples on the page. CSS does the work, so that it needs no script. */
export const LanguageSwitch = () => (
  <fieldset class="languages">
    <legend class="unseen">Language of the examples</legend>
    {LANGUAGE_IDS.map((id, i) => (
      <label key={id}>
        <input type="radio" name="language" id={`in-${id}`} checked={i === 0} /> {LANGUAGES[id]}
      </label>
    ))}
  </fieldset>
)

interface RequestExampleProps {
  readonly publicUrl: string
  readonly path: string
  readonly printed?: PrintedList
}

/** A request in every language, of which the page shows the chosen one. */
export const RequestExample = ({ publicUrl, path, printed }: RequestExampleProps) => {
  const snippets = requestSnippets(`${shownOrigin(publicUrl)}${path}`, printed)
  return (
    <>
      {LANGUAGE_IDS.map((id) => (
        <div key={id} class={`of-${id}`}>
          <Snippet>{snippets[id]}</Snippet>
        </div>
      ))}
    </>
  )
}
