/** The configuration: the options, and what may change or extend the CMS itself. */
import type { Feature } from './feature.ts'
import type { Options } from './options.ts'

export interface Config extends Options {
  /** Functions that take a configuration and return one, run in order before anything is checked. @default [] */
  plugins?: readonly Plugin[]
  /** Features of your own, in the shape of the built-in ones. @default [] */
  features?: readonly Feature[]
}

export type Plugin = (config: Config) => Config | Promise<Config>

/** Gives the configuration back; it is there for its types. */
export function defineConfig(config: Config): Config {
  return config
}
