/** Repeatable rows of several kinds. Tested by test/field-types.test.ts. */
export { array as blocks } from './array.ts'
