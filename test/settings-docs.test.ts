import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { command } from '../src/cli/commands/serve.ts'
import { helpOf } from '../src/cli/help.ts'
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

/** Every paragraph between the heading of the settings and the blank line after them. */
function settingsInHelp(text: string): Documented[] {
  const [, after = ''] = text.split('Settings, from the environment:\n')
  const [section = ''] = after.split('\n\n')
  return section
    .replaceAll(/\n {3,}/g, ' ')
    .split('\n')
    .map((line) => {
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
    expect(settingsInHelp(helpOf('serve', command))).toEqual(settings)
  })
})

test.each([
  ['a setting were missing', example.replace(/^PORT=3000\n/m, '')],
  ['there were one more', `${example}SPEED=9\n`],
  ['a default were another', example.replace('PORT=3000', 'PORT=3001')],
  ['a name were another', example.replace('PORT=3000', 'PORTS=3000')],
  ['a text were another', example.replace('Port to listen on', 'Port')],
])('this test fails if in .env.example %s', (_change, changed) => {
  expect(changed).not.toBe(example)
  expect(settingsInExample(changed)).not.toEqual(settings)
})
