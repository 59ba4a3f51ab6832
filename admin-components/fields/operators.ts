/** The filter operators, and which ones each kind of field supports. Tested by test/field-types.test.ts. */
export const OPERATORS = ['equals', 'not_equals', 'like', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte', 'exists'] as const

export type Operator = (typeof OPERATORS)[number]

export const OF_TEXT: readonly Operator[] = ['like', 'equals', 'not_equals', 'in', 'not_in', 'exists']
export const OF_ORDER: readonly Operator[] = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'exists']
export const OF_CHOICE: readonly Operator[] = ['equals', 'not_equals', 'in', 'not_in', 'exists']
export const OF_CHOICES: readonly Operator[] = ['equals', 'not_equals', 'exists']
