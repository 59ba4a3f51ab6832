/** The configuration: the options, plus plugins and features that change or extend the CMS itself. */
import type { Feature } from './feature.ts'
import type { Options } from './options.ts'

/** The configuration of a CMS. Only `secret` and `db` are required; each option states its default. */
export interface Config extends Options {
  /** Functions that take a configuration and return one; they run in order before validation. @default [] */
  plugins?: readonly Plugin[]
  /** Your own features, in the same shape as the built-in ones. @default [] */
  features?: readonly Feature[]
}

/**
 * Changes a configuration before it is checked.
 *
 * @example
 * const withTags: Plugin = (config) => ({ ...config, collections: [...(config.collections ?? []), tags] })
 */
export type Plugin = (config: Config) => Config | Promise<Config>

/**
 * Returns the configuration unchanged; it exists for its types.
 *
 * @example
 * export default defineConfig({
 *   secret: process.env.CMS_SECRET!,
 *   db: sqlite({ filename: 'content.db' }),
 *   schema: './schema',
 * })
 */
export function defineConfig(config: Config): Config {
  return config
}
