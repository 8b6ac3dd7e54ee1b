import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i
const INNERMOST_PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** A package that is published as one file, in which esbuild does not see the packages that it contains. */
const PUBLISHED_AS_A_BUNDLE = 'node_modules/satori'

/** The folders of the packages from which esbuild took code, and of those that are inside of one. */
const bundledFolders = (metafiles: readonly Metafile[]): string[] => {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.keys(inputs))
  const folders = new Set(inputs.flatMap((path) => INNERMOST_PACKAGE.exec(path)?.[0] ?? []))
  if (folders.has(PUBLISHED_AS_A_BUNDLE))
    for (const name of Object.keys(manifestOf(PUBLISHED_AS_A_BUNDLE).dependencies))
      folders.add(`node_modules/${name}`)
  return [...folders].sort()
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Licences that allow their code in a bundle. The MPL asks in addition to say where the source of the package is. */
const ALLOWED =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib|Unlicense|CC0-1\.0|MPL-2\.0)$/

const RULE = '-'.repeat(80)

/** The name, version and SPDX identifier of a package, and its licence and notice files as published. */
function licenseOf(folder: string): string {
  const { name, version, license, author, repository } = manifestOf(folder)
  if (typeof license !== 'string')
    throw new Error(`${name} declares no licence, so its code may not be shipped`)
  const ids = license.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)
  if (!ids.every((id: string) => ALLOWED.test(id)))
    throw new Error(
      `the licence ${license} of ${name} is none of those whose code may be shipped in a bundle`,
    )
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  if (texts.length === 0)
    texts.push(`The package has no licence file. Its author is ${author?.name ?? author}.`)
  if (ids.includes('MPL-2.0'))
    texts.unshift(`Its source code: ${repository.url}, unchanged in version ${version}.`)
  return [RULE, `${name} ${version} (${license})`, ...texts].join('\n\n')
}

const HEADING = 'The files in this folder contain code of the following packages, under their licences.'

/** The licences of all packages in the built files, in the order of their folders, so that equal builds give equal texts. */
export const thirdPartyLicenses = (metafiles: readonly Metafile[]): string =>
  `${[HEADING, ...bundledFolders(metafiles).map(licenseOf)].join('\n\n')}\n`
