/** SDL inside a configuration. Separate from the code that lowers it, so that GraphQL is loaded only if SDL is used. */

/** Schema text in SDL, as `sdl` returns it. `name` appears in error messages. */
export interface SdlText {
  name: string
  text: string
}

/**
 * A tagged template for a content type in SDL, inside a configuration. `sdl(text)` does the same for a text from elsewhere.
 *
 * @example
 * const config = defineConfig({
 *   collections: [sdl`type Tag @collection(slug: "tags") { name: String! }`],
 * })
 */
export function sdl(strings: TemplateStringsArray | string, ...values: unknown[]): SdlText {
  if (typeof strings === 'string') return { name: 'sdl', text: strings }
  if (!Array.isArray(strings?.raw)) throw new TypeError('sdl takes a template, sdl`…`, or the text of a schema')
  return { name: 'sdl', text: String.raw({ raw: strings.raw }, ...values) }
}
