import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { help } from '../src/cli/commands/serve.ts'
import { loadConfig, SETTINGS } from '../src/config.ts'

interface Documented {
  name: string
  standard: string
  help: string
}

const settings: Documented[] = Object.entries(SETTINGS).map(([name, { standard, help }]) => ({
  name,
  standard,
  help,
}))

/** Every line that is neither blank nor a comment, with the comment right above it. */
function settingsInExample(text: string): Documented[] {
  const lines = text.split('\n')
  return lines.flatMap((line, i) => {
    if (line === '' || line.startsWith('#')) return []
    const [name = '', ...standard] = line.split('=')
    return [{ name, standard: standard.join('='), help: (lines[i - 1] ?? '').replace(/^# /, '') }]
  })
}

/** Every line between the heading of the settings and the blank line after them. */
function settingsInHelp(text: string): Documented[] {
  const [, after = ''] = text.split('Settings, from the environment:\n')
  const [section = ''] = after.split('\n\n')
  return section.split('\n').map((line) => {
    const [, name = '', help = '', standard = ''] = /^ {2}(\S+) +(.+) \(default: (.*)\)$/.exec(line) ?? []
    return { name, standard: standard === 'none' ? '' : standard, help }
  })
}

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')

describe('.env.example', () => {
  test('lists every setting and no other, in order, with its default and purpose', () => {
    expect(settingsInExample(example)).toEqual(settings)
  })

  test('changes nothing when it is used as it is', () => {
    const env = Object.fromEntries(settingsInExample(example).map(({ name, standard }) => [name, standard]))
    expect(loadConfig(env)).toEqual(loadConfig({}))
  })
})

describe('"greymark serve --help"', () => {
  test('lists every setting and no other, in order, with its default and purpose', () => {
    expect(settingsInHelp(help)).toEqual(settings)
  })
})

describe.each([
  ['.env.example', settingsInExample, example, 'PORT=3000', 'PORT=3001', 'SPEED=9\n'],
  [
    'the help of serve',
    settingsInHelp,
    help,
    '(default: 3000)',
    '(default: 3001)',
    '  SPEED                How fast (default: 9)\n',
  ],
])('this test fails if in %s', (_name, read, text, port, otherPort, more) => {
  const lineOfPort = text.split('\n').find((line) => line.includes(port)) ?? ''

  test.each([
    ['a setting were missing', text.replace(`${lineOfPort}\n`, '')],
    ['there were one more', text.replace(lineOfPort, `${more}${lineOfPort}`)],
    ['a default were another', text.replace(port, otherPort)],
    ['a default were missing', text.replace(port, port.replace('3000', ''))],
    ['a name were another', text.replace(lineOfPort, lineOfPort.replace('PORT', 'PORTS'))],
    ['a text differs', text.replace('Port to listen on', 'Port')],
  ])('%s', (_change, changed) => {
    expect(changed).not.toBe(text)
    expect(read(changed)).not.toEqual(settings)
  })
})
