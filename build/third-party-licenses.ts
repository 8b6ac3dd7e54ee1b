import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** A package whose code is in the built files. */
interface BundledPackage {
  readonly name: string
  readonly version: string
  /** The SPDX identifier that its package.json declares. */
  readonly license: string
  /** Its licence and notice files, as published; at least one text. */
  readonly texts: readonly string[]
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i
const INNERMOST_PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

/** The folders of the packages from which esbuild took code. */
const bundledFolders = (metafiles: readonly Metafile[]): string[] => {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.keys(inputs))
  return [...new Set(inputs.flatMap((path) => INNERMOST_PACKAGE.exec(path)?.[0] ?? []))].sort()
}

function bundledPackage(folder: string): BundledPackage {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string')
    throw new Error(`${name} declares no licence, so its code may not be shipped`)
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
  if (texts.length === 0)
    texts.push(`The package has no licence file. Its author is ${author?.name ?? author}.`)
  return { name, version, license, texts }
}

const RULE = '-'.repeat(80)

/** The licences of all packages in the built files, in the order of their folders, so that equal builds give equal texts. */
export function thirdPartyLicenses(metafiles: readonly Metafile[]): string {
  const parts = bundledFolders(metafiles)
    .map(bundledPackage)
    .map(({ name, version, license, texts }) =>
      [RULE, `${name} ${version} (${license})`, ...texts].join('\n\n'),
    )
  return `${['The files in this folder contain code of the following packages, under their licences.', ...parts].join('\n\n')}\n`
}
