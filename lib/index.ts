/** The public surface of galley. */

export type { EntityConfig } from '../schema/build.ts'
export type { FieldTypeDefinition } from '../schema/model.ts'
export { type Problem, SchemaError } from '../schema/problems.ts'
export { type SdlText, sdl } from '../schema/sdl-text.ts'
export { anyone, isAdmin, isLoggedIn, isSignedIn, type Rule, type RuleArguments } from './access/rules.ts'
export type { User } from './actor.ts'
export type { Clock } from './clock.ts'
export { createCms } from './cms.ts'
export {
  type Config,
  defineConfig,
  type EmailAdapter,
  type EndpointConfig,
  type EndpointRequest,
  type Plugin,
} from './config.ts'
export { type Code, ForbiddenError, GalleyError, ValidationError } from './errors.ts'
export type { Feature } from './feature.ts'
export type { Cms } from './local/handle.ts'
export type { List, Register } from './local/types.ts'
export type { Log } from './log.ts'
export type { Where } from './query/where.ts'
export type { StorageAdapter } from './storage/contract.ts'
export type { Connection, Connections, DatabaseAdapter, Dialect } from './store/contract.ts'
