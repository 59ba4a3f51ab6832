/** The public surface of galley, with every type that a declaration of yours may name. Tested by test/hosts.test.ts and test/types/declarations.test.ts. */

export type { EntityConfig } from '../schema/build.ts'
export type { FieldTypeDefinition } from '../schema/model.ts'
export { type SdlText, sdl } from '../schema/sdl-text.ts'
export type { OwnRules } from '../schema/word-values.ts'
export { anyone, isAdmin, isLoggedIn, isSignedIn, type Rule, type RuleArguments } from './access/rules.ts'
export type { HostUser, User, UserFields } from './actor.ts'
export type {
  AuthProvider,
  Credentials,
  CredentialsProvider,
  ProviderAnswer,
  ProviderClient,
  ProviderIdentity,
  RedirectProvider,
} from './auth/provider.ts'
export type * from './built-in-fields.ts'
export type { Clock } from './clock.ts'
export { createCms } from './cms.ts'
export { type Config, defineConfig, type Plugin } from './config.ts'
export type { CollectionConfig, FileConfig, GlobalConfig, GlobalFileConfig, HookArguments } from './content-config.ts'
export {
  type AnyCode,
  type ContentCode,
  type Declared,
  type DeclaredCollection,
  type DeclaredGlobal,
  defineCode,
  defineCollection,
  defineGlobal,
} from './define.ts'
export { type Code, ForbiddenError, GalleyError, ValidationError } from './errors.ts'
export type { EmailAdapter, Mail } from './events/mail.ts'
export type { Feature } from './feature.ts'
export type { EndpointConfig, EndpointRequest } from './features/endpoints/config.ts'
export type { JobConfig } from './features/jobs/config.ts'
export type { MoveTarget } from './features/order/move.ts'
export type { WebhookConfig } from './features/webhooks/config.ts'
export type { BlockConfig, Field, OwnFieldTypes } from './field-config.ts'
export type { ContentTypes, DocumentIn, GlobalIn, GlobalInputIn, Inferred, InferredGlobal, InputIn, UserFieldsOf } from './inferred.ts'
export type { CollectionIn, DeclaredGlobalIn, DeclaredTypes, GlobalSortIn, GlobalWhereIn, SortIn, WhereIn } from './inferred-paths.ts'
export type { Audit, Auth, Cms } from './local/cms.ts'
export type { Handle } from './local/handle.ts'
export type * from './local/read-as.ts'
export type {
  AnyTests,
  BooleanTests,
  DateTests,
  NumberTests,
  RelationTests,
  RowsTests,
  TextTests,
  Under,
  WhereOf as Where,
} from './local/typed-where.ts'
export type * from './local/types.ts'
export type { Log } from './log.ts'
export type { Limits } from './operations/contract.ts'
export type * from './register.ts'
export type { RichTextDocument } from './rich-text/document.ts'
export type { RichText } from './rich-text/typed.ts'
export type { FileSource, StorageAdapter } from './storage/contract.ts'
export type { Connection, Connections, DatabaseAdapter, Dialect } from './store/contract.ts'
