import { Snippet, shownOrigin } from '../texts/snippet.tsx'

/** A list in an answer, and the fields of each item that a snippet prints. */
interface PrintedList {
  readonly list: string
  readonly item: string
  readonly fields: readonly string[]
}

interface Language {
  readonly id: string
  readonly name: string
  /** A complete program, ready to run. Without a list it prints the whole answer. */
  readonly write: (address: string, printed?: PrintedList) => string
}

const LANGUAGES: readonly Language[] = [
  { id: 'curl', name: 'curl', write: (address) => `curl ${address}` },
  { id: 'javascript', name: 'JavaScript', write: inJavaScript },
  { id: 'python', name: 'Python', write: inPython },
]

function inJavaScript(address: string, printed?: PrintedList): string {
  const request = `const answer = await fetch(${address})`
  if (!printed) return `${request}\nconsole.log(await answer.json())`
  const { list, item, fields } = printed
  const values = fields.map((field) => `${item}.${field}`).join(', ')
  return `${request}\nconst { ${list} } = await answer.json()\nfor (const ${item} of ${list}) console.log(${values})`
}

function inPython(address: string, printed?: PrintedList): string {
  const request = `import json, urllib.request\n\nwith urllib.request.urlopen(${address}) as answer:`
  if (!printed) return `${request}\n    print(json.load(answer))`
  const { list, item, fields } = printed
  const values = fields.map((field) => `${item}["${field}"]`).join(', ')
  return `${request}\n    ${list} = json.load(answer)["${list}"]\nfor ${item} in ${list}:\n    print(${values})`
}

/** Chooses the language of all examples on the page. CSS does the work, so that it needs no script. */
export const LanguageSwitch = () => (
  <fieldset class="languages">
    <legend class="unseen">Language of the examples</legend>
    {LANGUAGES.map(({ id, name }, i) => (
      <label key={id}>
        <input type="radio" name="language" id={`in-${id}`} checked={i === 0} /> {name}
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
export const RequestExample = ({ publicUrl, path, printed }: RequestExampleProps) => (
  <>
    {LANGUAGES.map(({ id, write }) => (
      <div key={id} class={`of-${id}`}>
        <Snippet>{write(JSON.stringify(`${shownOrigin(publicUrl)}${path}`), printed)}</Snippet>
      </div>
    ))}
  </>
)
