import Type, { type Static } from 'typebox'
import { CHANGE_CAUSES, CHANGE_KINDS } from '../../market/issues/changes.ts'
import {
  answerBody,
  flagField,
  listOf,
  momentField,
  namedObject,
  nullable,
  oneOfField,
  textField,
} from './fields.ts'

const position = '17@2026-01-13T08:10:00.100Z'

const values = (description: string, example: unknown) =>
  nullable(Type.Record(Type.String(), Type.Unknown()), description, example)

export const Change = namedObject(
  'Change',
  'One change. To maintain a copy of the list, replace the fields of the IPO by new, or remove it where new is null.',
  {
    at: momentField(
      'When it changed: the moment of a commit, or a moment that the clock passed.',
      '2026-01-13T08:10:00.100Z',
    ),
    position: textField('The first position with this change.', position),
    kind: oneOfField(
      CHANGE_KINDS,
      'What changed. new, return: an IPO enters the list, for the first time or again. withdrawal, joined, removal: it leaves, because it was withdrawn or postponed, merged, or recorded by mistake. deals: how many were disclosed for a day. added, where only news is listed: how many IPOs were added that are no news. Others: fields of an IPO.',
      'gmp',
    ),
    by: oneOfField(
      CHANGE_CAUSES,
      'What caused it. operator, retraction and joining are corrections: by the operator, by a retracted fact, by the merge of two IPOs.',
      'sources',
    ),
    slug: nullable(Type.String(), 'The IPO. Null for deals and added.', 'acme-foods'),
    name: nullable(Type.String(), 'Its name. Null for deals and added.', 'Acme Foods Limited'),
    old: values(
      'The previous values of the fields that changed. Null where there were none: an IPO that enters the list, a day without deals.',
      { lastGmp: 40, lastGmpPct: 40 },
    ),
    new: values(
      'The new values of these fields. All fields of an IPO that enters the list; null for one that leaves it.',
      { lastGmp: 45, lastGmpPct: 45 },
    ),
    into: nullable(Type.String(), 'The IPO that a joined one was merged into. Null for others.', null),
  },
)
export type Change = Static<typeof Change>

export const ChangesBody = answerBody('ChangesBody', {
  since: textField(
    'The position after which changes are listed. 0 is the empty market.',
    '16@2026-01-13T08:00:00.100Z',
  ),
  position: textField('All changes up to here are included. Use it as since of the next request.', position),
  end: textField('The position at which the walk ends: that of its last page.', position),
  complete: flagField('False when there are more changes already: follow Link.', true),
  changes: listOf(Change, 'In the order in which they happened.'),
})
