import Type, { type Static } from 'typebox'
import { CHANGE_CAUSES, CHANGE_KINDS } from '../../market/issues/changes.ts'
import {
  answerBody,
  closedObject,
  flagField,
  momentField,
  nullable,
  oneOfField,
  textField,
} from './fields.ts'

const position = '17@2026-01-13T08:10:00.100Z'

const values = (description: string, example: unknown) =>
  nullable(Type.Record(Type.String(), Type.Unknown()), description, example)

export const Change = closedObject(
  {
    at: momentField(
      'When it came to be so: the moment of a commit, or one that the clock passed.',
      '2026-01-13T08:10:00.100Z',
    ),
    position: textField('The position from which on it is so.', position),
    kind: oneOfField(
      CHANGE_KINDS,
      'What changed. new, return: an IPO enters the list, for the first time or again. withdrawal, joined, removal: it leaves the list, since it was called off, is part of another, or was never meant. deals: how many deals an exchange has disclosed for a day. The others: fields of an IPO.',
      'gmp',
    ),
    by: oneOfField(
      CHANGE_CAUSES,
      'What brought it. operator, retraction and joining are corrections: the word of the operator, a fact taken back, two IPOs found to be one.',
      'sources',
    ),
    slug: nullable(Type.String(), 'The IPO. Null for deals.', 'acme-foods'),
    name: nullable(Type.String(), 'Its name. Null for deals.', 'Acme Foods Limited'),
    old: values(
      'The fields that changed, as they were. Null for what was not there: an IPO that enters the list, a day without deals.',
      { lastGmp: 40, lastGmpPct: 40 },
    ),
    new: values(
      'The same fields as they are. All fields of an IPO that enters the list; null for one that leaves it.',
      { lastGmp: 45, lastGmpPct: 45 },
    ),
    into: nullable(Type.String(), 'The IPO that a joined one is part of. Null for others.', null),
  },
  {
    description:
      'One change. To keep a list: replace the fields of the IPO by new, or remove it where new is null.',
  },
)
export type Change = Static<typeof Change>

export const ChangesBody = answerBody({
  since: textField(
    'The position from which on changes are told. 0 is nothing.',
    '16@2026-01-13T08:00:00.100Z',
  ),
  position: textField('All changes up to here are told. Ask for what comes after it next.', position),
  complete: flagField('False when there is more up to the present already: follow Link.', true),
  changes: Type.Array(Change, { description: 'In the order in which they came to be.' }),
})
