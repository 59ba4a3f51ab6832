/** The filter operators, and which ones each kind of field supports. Tested by test/field-types.test.ts. */
export const OPERATORS = ['equals', 'not_equals', 'like', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte', 'exists'] as const

export type Operator = (typeof OPERATORS)[number]

/** At least one. */
export type Operators = readonly [Operator, ...Operator[]]

export const OF_TEXT: Operators = ['like', 'equals', 'not_equals', 'in', 'not_in', 'exists']
export const OF_ORDER: Operators = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'exists']
export const OF_CHOICE: Operators = ['equals', 'not_equals', 'in', 'not_in', 'exists']
export const OF_CHOICES: Operators = ['equals', 'not_equals', 'exists']
