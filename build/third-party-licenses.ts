import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i
const INNERMOST_PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** The folders of the packages from which esbuild took code. */
const bundledFolders = (metafiles: readonly Metafile[]): string[] => {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.keys(inputs))
  return [...new Set(inputs.flatMap((path) => INNERMOST_PACKAGE.exec(path)?.[0] ?? []))].sort()
}

const RULE = '-'.repeat(80)

/** The name, version and SPDX identifier of a package, and its licence and notice files as published. */
function licenseOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string')
    throw new Error(`${name} declares no licence, so its code may not be shipped`)
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  if (texts.length === 0)
    texts.push(`The package has no licence file. Its author is ${author?.name ?? author}.`)
  return [RULE, `${name} ${version} (${license})`, ...texts].join('\n\n')
}

const HEADING = 'The files in this folder contain code of the following packages, under their licences.'

/** The licences of all packages in the built files, in the order of their folders, so that equal builds give equal texts. */
export const thirdPartyLicenses = (metafiles: readonly Metafile[]): string =>
  `${[HEADING, ...bundledFolders(metafiles).map(licenseOf)].join('\n\n')}\n`
