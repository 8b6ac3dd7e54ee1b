import { useCopy } from '../copy/static-copy.tsx'
import { Snippet, shownOrigin } from '../texts/snippet.tsx'

/** A list in an answer, such as `deals`, and the fields of each item that a program prints. */
interface PrintedList {
  readonly list: string
  readonly fields: readonly string[]
}

/** Each language with a complete program, ready to run. Without a list it prints the whole answer. */
const LANGUAGES = [
  { id: 'curl', name: 'curl', write: (address: string) => `curl ${address}` },
  { id: 'javascript', name: 'JavaScript', write: inJavaScript },
  { id: 'python', name: 'Python', write: inPython },
]

function inJavaScript(address: string, printed?: PrintedList): string {
  const request = `const answer = await fetch(${address})`
  if (!printed) return `${request}\nconsole.log(await answer.json())`
  const { list, fields } = printed
  const item = list.slice(0, -1)
  const values = fields.map((field) => `${item}.${field}`).join(', ')
  return `${request}\nconst { ${list} } = await answer.json()\nfor (const ${item} of ${list}) console.log(${values})`
}

function inPython(address: string, printed?: PrintedList): string {
  const request = `import json, urllib.request\n\nwith urllib.request.urlopen(${address}) as answer:`
  if (!printed) return `${request}\n    print(json.load(answer))`
  const { list, fields } = printed
  const item = list.slice(0, -1)
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

/** A request in every language, of which the page shows the chosen one. In a static copy it is for a file. */
export function RequestExample({ publicUrl, path, printed }: RequestExampleProps) {
  const copy = useCopy()
  const file = copy ? (copy.inCopy(path) ?? copy.inCopy(path.split('?', 1)[0] ?? '')) : path
  const address = JSON.stringify(`${shownOrigin(publicUrl)}${file}`)
  return (
    <>
      {LANGUAGES.map(({ id, write }) => (
        <div key={id} class={`of-${id}`}>
          <Snippet>{write(address, printed)}</Snippet>
        </div>
      ))}
    </>
  )
}
