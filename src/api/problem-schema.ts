import Type from 'typebox'
import { PROBLEM_STATUS, type ProblemCode } from '../request/problems.ts'
import { closed, disclaimer, oneOf, said, text } from './schema-fields.ts'

export const ProblemBody = closed(
  {
    ok: Type.Literal(false, said('False in every error.', false)),
    error: closed(
      {
        code: oneOf(
          Object.keys(PROBLEM_STATUS) as ProblemCode[],
          'What went wrong, for programs.',
          'INVALID_PARAMETER',
        ),
        message: text(
          'What went wrong and what would be right, for people.',
          'limit must be a whole number from 1',
        ),
        parameter: Type.Optional(text('The parameter at fault.', 'limit')),
        allowed: Type.Optional(
          Type.Array(
            Type.String(),
            said('The values that it allows, where they are a set.', ['MAINBOARD', 'SME']),
          ),
        ),
        suggestions: Type.Optional(
          Type.Array(Type.String(), said('Slugs that may have been meant.', ['acme-foods'])),
        ),
      },
      { description: 'The fault.' },
    ),
    disclaimer,
  },
  { description: 'An error.' },
)
