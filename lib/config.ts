/** The configuration: the options, plus plugins and features that change or extend the CMS itself. */
import type { Feature } from './feature.ts'
import type { Options } from './options.ts'

export interface Config extends Options {
  /** Functions that take a configuration and return one; they run in order before validation. @default [] */
  plugins?: readonly Plugin[]
  /** Your own features, in the same shape as the built-in ones. @default [] */
  features?: readonly Feature[]
}

export type Plugin = (config: Config) => Config | Promise<Config>

/** Returns the configuration unchanged; it exists for its types. */
export function defineConfig(config: Config): Config {
  return config
}
