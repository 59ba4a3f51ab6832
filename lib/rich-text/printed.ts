/** The text that a site's callback returned; `condition && html` may return `false`. Undefined if it returned nothing. Tested by test/rich-text/to-html.test.ts. */
export function printed(returned: unknown): string | undefined {
  if (returned === undefined || returned === null) return undefined
  return typeof returned === 'string' ? returned : ''
}
