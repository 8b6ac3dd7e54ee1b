export const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_IDS = Object.keys(LANGUAGES) as Language[]

/** A list in an answer, and the fields of each item that a snippet prints. */
export interface PrintedList {
  readonly list: string
  readonly item: string
  readonly fields: readonly string[]
}

/** A request in each language, complete and ready to run. Without a list it prints the whole answer. */
export function requestSnippets(address: string, printed?: PrintedList): Readonly<Record<Language, string>> {
  const quoted = JSON.stringify(address)
  return {
    curl: `curl ${quoted}`,
    javascript: `const answer = await fetch(${quoted})\n${inJavaScript(printed)}`,
    python: `import json, urllib.request\n\nwith urllib.request.urlopen(${quoted}) as answer:\n${inPython(printed)}`,
  }
}

function inJavaScript(printed: PrintedList | undefined): string {
  if (!printed) return 'console.log(await answer.json())'
  const { list, item, fields } = printed
  const values = fields.map((field) => `${item}.${field}`).join(', ')
  return `const { ${list} } = await answer.json()\nfor (const ${item} of ${list}) console.log(${values})`
}

function inPython(printed: PrintedList | undefined): string {
  if (!printed) return '    print(json.load(answer))'
  const { list, item, fields } = printed
  const values = fields.map((field) => `${item}["${field}"]`).join(', ')
  return `    ${list} = json.load(answer)["${list}"]\nfor ${item} in ${list}:\n    print(${values})`
}
