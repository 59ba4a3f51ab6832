/** The fields of built-in collections, for content types that are inferred from code. Tested by test/types/types.test.ts. */
import type { CollectionConfig } from './content-config.ts'
import type { Field } from './field-config.ts'
import type { AreKnown, FieldsOf } from './inferred-scalars.ts'
import type { ApiKeyPermissions, ImageSizes, SizeFacts } from './local/types.ts'
import type { ContentFeature, Types } from './register.ts'

/** Facts from the configuration, the last parameter of `ContentTypes`. */
export interface ConfigurationFacts {
  /** The names of `upload.imageSizes`. @default any name */
  imageSizes?: string
  /** `true` with `upload.folders`. */
  folders?: boolean
  /** `true` with `apiKeys`. */
  apiKeys?: boolean
  /** The slugs of collections whose documents record their creator: those with the rule `owner`; `string` with `auth.rbac`. */
  createdBy?: string
}

/** A field that no call sets, such as those that describe a file. */
export type SetByGalley = { isSetBy: 'galley' }

/** A field that documents only have with some options of the configuration, which a declaration doesn't know. */
export type PerhapsThere = { isThere: 'perhaps' }

/** The slugs of the built-in collections. */
export type BuiltInSlug = 'users' | 'media' | 'media-folders' | 'api-keys'

/** The collections of the configuration, and the built-in ones. */
export type AllCollections<Collections extends readonly CollectionConfig[], Role extends string, Facts extends ConfigurationFacts> = {
  [One in Collections[number] as One['slug']]: WithBuiltIn<One, Role, Facts>
} & {
  [S in Exclude<keyof BuiltIn<Role, Facts>, Collections[number]['slug']>]: {
    slug: S
    fields: WithCreator<S, BuiltIn<Role, Facts>[S], Facts>
  }
}

/** A declared collection with its built-in fields. */
export type WithBuiltIn<
  C extends CollectionConfig,
  Role extends string,
  Facts extends ConfigurationFacts,
> = C['slug'] extends keyof BuiltIn<Role, Facts>
  ? Pick<C, 'slug' | (ContentFeature & keyof C)> & {
      fields: WithCreator<C['slug'], Together<BuiltIn<Role, Facts>[C['slug']], FieldsOf<C>>, Facts>
    }
  : Facts extends { createdBy: infer Owned }
    ? C['slug'] extends Owned
      ? Pick<C, 'slug' | (ContentFeature & keyof C)> & { fields: readonly [CreatedBy, ...FieldsOf<C>] }
      : C
    : C

type WithCreator<Slug, Fields, Facts> = Facts extends { createdBy: infer Owned }
  ? Slug extends Exclude<Owned, Creatorless>
    ? Together<readonly [CreatedBy], Fields>
    : Fields
  : Fields

/** People and keys have no creator. */
type Creatorless = 'users' | 'api-keys'

type Together<A, B> = A extends readonly unknown[] ? (B extends readonly unknown[] ? readonly [...A, ...B] : A) : B

type BuiltIn<Role extends string, Facts extends ConfigurationFacts> = {
  users: readonly [
    { name: 'email'; type: 'email'; required: true },
    { name: 'name' },
    { name: 'role'; options: readonly Role[]; required: true; defaultValue: Role },
    { name: 'active'; type: 'boolean' },
    { name: 'currentPassword'; writeOnly: true },
    { name: 'password'; writeOnly: true },
  ]
  media: readonly [...MediaFields<Facts>, ...(Facts extends { folders: true } ? FolderFields : [])]
} & (Facts extends { folders: true } ? { 'media-folders': MediaFolderFields } : unknown) &
  (Facts extends { apiKeys: true } ? { 'api-keys': ApiKeyFields } : unknown)

/** A declaration as its hooks see it: with the built-in fields. Hooks receive those that no call sets like any other. */
export type DeclaredInHooks<C> = C extends { slug: infer S; drafts: infer D; fields: infer F extends readonly Field[] }
  ? { slug: S; drafts: D; fields: S extends keyof HookFields ? Together<HookFields[S], F> : WithPerhapsCreator<F> }
  : C

interface HookFields {
  users: BuiltIn<string, ConfigurationFacts>['users']
  media: [
    ...MediaFields<ConfigurationFacts, unknown>,
    FolderFields[0] & PerhapsThere,
    FolderFields[1] & PerhapsThere,
    CreatedBy & PerhapsThere,
  ]
  'media-folders': readonly [...MediaFolderFields, CreatedBy & PerhapsThere]
  'api-keys': ApiKeyFields<unknown>
}

/** Whether documents have a creator depends on rules and on `auth.rbac`. */
type WithPerhapsCreator<F extends readonly Field[]> =
  AreKnown<F> extends false ? F : 'createdBy' extends F[number]['name'] ? F : readonly [...F, CreatedBy & PerhapsThere]

type CreatedBy = { name: 'createdBy'; type: 'relationship'; to: 'users' }

/** `Mark` is on the fields that no call sets: those that describe the file. */
type MediaFields<Facts extends ConfigurationFacts, Mark = SetByGalley> = [
  { name: 'filename' } & Mark,
  { name: 'originalName' } & Mark,
  { name: 'mimeType' } & Mark,
  { name: 'filesize'; type: 'number' } & Mark,
  { name: 'width'; type: 'number' } & Mark,
  { name: 'height'; type: 'number' } & Mark,
  { name: 'alt' },
  { name: 'url' } & Mark,
  { name: 'sizes'; type: 'json'; shown: () => SizesOf<Facts> } & Mark,
  { name: 'focalPoint'; fields: readonly [Part<'x'>, Part<'y'>] },
  { name: 'crop'; fields: readonly [Part<'x'>, Part<'y'>, Part<'width'>, Part<'height'>] },
]

type Part<Name extends string> = { name: Name; type: 'number' }

type SizesOf<Facts extends ConfigurationFacts> = Facts extends { imageSizes: infer Name extends string }
  ? ImageSizes<Name>
  : Record<string, SizeFacts>

type FolderFields = [{ name: 'folder'; type: 'relationship'; to: 'media-folders' }, { name: 'private'; type: 'boolean' }]
type MediaFolderFields = readonly [
  { name: 'name'; required: true },
  { name: 'parent'; type: 'relationship'; to: 'media-folders' },
  { name: 'private'; type: 'boolean' },
]

/** A key acts for its owner. */
type ApiKeyFields<Mark = SetByGalley> = readonly [
  { name: 'name'; required: true },
  { name: 'permissions'; type: 'json'; holds: ApiKeyPermissions<Types> },
  { name: 'expiresAt'; type: 'date' },
  { name: 'prefix' } & Mark,
  { name: 'user'; type: 'relationship'; to: 'users' } & Mark,
  { name: 'lastUsedAt'; type: 'date' } & Mark,
]
