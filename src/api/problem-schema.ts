import Type from 'typebox'
import { closedObject, described, disclaimer, oneOfField, textField } from '../reports/schemas/fields.ts'
import { PROBLEM_STATUS, type ProblemCode } from '../request/problems.ts'

export const ProblemBody = closedObject(
  {
    ok: Type.Literal(false, described('False in every error.', false)),
    error: closedObject(
      {
        code: oneOfField(
          Object.keys(PROBLEM_STATUS) as ProblemCode[],
          'What went wrong, for programs.',
          'INVALID_PARAMETER',
        ),
        message: textField(
          'What went wrong and what would be right, for people.',
          'limit must be a whole number from 1',
        ),
        parameter: Type.Optional(textField('The parameter at fault.', 'limit')),
        allowed: Type.Optional(
          Type.Array(
            Type.String(),
            described('The values that it allows, where they are a set.', ['MAINBOARD', 'SME']),
          ),
        ),
        suggestions: Type.Optional(
          Type.Array(Type.String(), described('Slugs that may have been meant.', ['acme-foods'])),
        ),
      },
      { description: 'What went wrong.' },
    ),
    disclaimer,
  },
  { description: 'An error.' },
)
