/** Repeatable rows of several kinds. */
export { array as blocks } from './array.ts'
