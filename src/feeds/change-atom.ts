import { istDay } from '../market/calendar.ts'
import { type ChangeGroup, isReading } from '../reports/changes/latest-changes.ts'
import { type Position, positionName } from '../reports/changes/position.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { ATOM_PATH } from '../request/paths.ts'
import { en } from '../texts/en.ts'
import { plainText } from '../texts/format.ts'
import { type FeedSetting, hostOf } from './calendar.ts'

/** The latest changes as an Atom feed (RFC 4287): an entry per IPO and moment, for the subscription per IPO and day. */
export function atomBody(groups: readonly ChangeGroup[], end: Position, setting: FeedSetting): string {
  const { publicUrl, demo } = setting
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${xmlText(`${tagOf(setting)}changes`)}</id>
  <title>${demo ? 'Changes of Indian IPOs (Greymark, demo)' : 'Changes of Indian IPOs (Greymark)'}</title>
  <updated>${end.moment}</updated>
  <author><name>Greymark</name></author>
  <rights>${xmlText(disclaimerFor(setting))}</rights>
  <link rel="self" type="application/atom+xml" href="${xmlText(`${publicUrl}${ATOM_PATH}`)}"/>
  <link rel="alternate" type="text/html" href="${xmlText(`${publicUrl}/changes`)}"/>
${groups.map((group) => entryOf(group, setting)).join('')}</feed>
`
}

function entryOf(group: ChangeGroup, setting: FeedSetting): string {
  const { position, name, path, changes } = group
  const sentences = changes.flatMap(en.changes.changeTexts).map(plainText)
  const kinds = [...new Set(changes.map(({ kind }) => kind))]
  return `  <entry>
    <id>${xmlText(`${tagOf(setting)}changes/${idOf(group, setting)}`)}</id>
    <title>${xmlText(titleOf(name, sentences))}</title>
    <updated>${position.moment}</updated>
    <link rel="alternate" type="text/html" href="${xmlText(`${setting.publicUrl}${path}`)}"/>
${kinds.map((kind) => `    <category term="${kind}"/>\n`).join('')}    <content type="text">${xmlText(sentences.map((sentence) => `${sentence}.`).join('\n'))}</content>
  </entry>
`
}

/** Readings of a day share an id: a feed reader then updates their entry instead of showing each. */
const idOf = ({ position, slug, changes }: ChangeGroup, setting: FeedSetting): string =>
  changes.every(isReading)
    ? `${istDay(position.moment)}/${slug}/subscription`
    : `${positionName(setting, position)}/${slug ?? changes[0]?.kind}`

const titleOf = (about: string, sentences: readonly string[]): string =>
  `${about}: ${sentences[0] ?? ''}${sentences.length > 1 ? ', and more' : ''}`

/** The prefix of permanent ids (RFC 4151). */
const tagOf = ({ publicUrl }: FeedSetting): string => `tag:${hostOf(publicUrl)},2026:`

// Removes characters that XML cannot hold, which names from sources may contain.
const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
