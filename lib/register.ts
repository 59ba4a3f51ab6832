/** The interface that generated types fill in, and what is known about content types without them. It imports nothing, so that all may use it. */

/** Filled in by the generated file: `declare module 'galley' { interface Register { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface Register {}

/** The types of a content type. */
export interface ContentType {
  /** How its documents are read or written; calls set it, and `read` and `write` depend on it. */
  as: ReadAs
  read: unknown
  write: unknown
  where: object
  sort: string
  /** The paths of the numbers that `increment` changes. */
  numbers: string
  /** The values of its fields, by path. */
  // biome-ignore lint/suspicious/noExplicitAny: without generated types, fields are unknown
  fields: Record<string, any>
  /** The paths of its dates; a file of an earlier version doesn't tell them from texts. */
  dates: string
  /** Its documents may be drafts, which may lack required values. */
  drafts: boolean
  /** `false` if it has no trash. */
  trash: boolean
  /** `false` if it keeps no versions. A file of an earlier version doesn't tell. */
  versions: boolean
  /** `false` if its documents can't be published at a set time. */
  schedule: boolean
  /** `false` if editors don't choose its order. */
  orderable: boolean
}

/**
 * How a document was read: to which depth its relations are filled in, whether it may be a draft (`'draft'`), whether localized fields hold
 * one value or those of all locales, and whether it has its hidden fields (`'hidden fields'`), as in hooks. For input: whether it changes a
 * document (`'change'`), so that groups may lack values.
 *
 * @example
 * const card = (post: Post<'depth 0'>) => post.title
 */
export type ReadAs = `depth ${Depth}` | 'draft' | 'one locale' | 'all locales' | 'hidden fields' | 'change'

/** How many levels of relations a call fills in. */
export type Depth = 0 | 1 | 2 | 3

/** The types of all content types, by slug. */
export interface Types {
  collections: Record<string, Untyped>
  globals: Record<string, Untyped>
  /** The locales of the configuration; `never` without localization. */
  locales: string
  roles: string
}

/** Without generated types, fields are unknown. */
interface Untyped extends ContentType {
  // biome-ignore lint/suspicious/noExplicitAny: without generated types, the fields of documents are unknown
  read: any
  // biome-ignore lint/suspicious/noExplicitAny: without generated types, the fields of documents are unknown
  write: any
  // biome-ignore lint/suspicious/noExplicitAny: without generated types, the fields of documents are unknown
  where: any
}

/** The registered types, or any if there are none. */
export type Registered = Register extends Types ? Register : Types

/** The slugs of collections. */
export type CollectionSlug<T extends Types = Registered> = Extract<keyof T['collections'], string>
/** The slugs of globals. */
export type GlobalSlug<T extends Types = Registered> = Extract<keyof T['globals'], string>

/** Features of a content type that methods require. */
export type ContentFeature = 'drafts' | 'versions' | 'schedule' | 'trash' | 'orderable'

/** The slugs of collections that have a feature; without generated types, any. */
export type CollectionWith<Feature extends ContentFeature, T extends Types = Registered> = Having<Feature, T['collections']>
/** The slugs of globals that have a feature. */
export type GlobalWith<Feature extends ContentFeature, T extends Types = Registered> = Having<Feature, T['globals']>

/** The slugs of collections whose translations can be counted: none without localization. */
export type TranslatedCollection<T extends Types = Registered> = [T['locales']] extends [never] ? never : CollectionSlug<T>
/** The same of globals. */
export type TranslatedGlobal<T extends Types = Registered> = [T['locales']] extends [never] ? never : GlobalSlug<T>

/** The slugs of collections that `create` takes. A document of `media` begins with a file: `upload` creates it. */
export type CreatableCollection<T extends Types = Registered> = Exclude<CollectionSlug<T>, 'media'>

type Having<Feature extends ContentFeature, All extends Record<string, ContentType>> = {
  [S in keyof All]: All[S][Feature] extends false ? never : S
}[keyof All] &
  string

/** The roles of `auth.roles`; any text with `auth.rbac`, where admins create roles. */
export type RoleName = Registered['roles']
