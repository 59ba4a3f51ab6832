/** SDL inside a configuration. Apart from what lowers it, so that who writes no SDL loads no GraphQL. */

export interface SdlText {
  name: string
  text: string
}

/** A tagged template for schema text: sdl`type Tag @collection(slug: "tags") { name: String! }`. */
export function sdl(strings: TemplateStringsArray, ...values: unknown[]): SdlText {
  return { name: 'sdl', text: String.raw({ raw: strings.raw }, ...values) }
}
