/** The fields of built-in collections, for content types that are inferred from code. Tested by test/types/types.test.ts. */
import type { CollectionConfig } from './content-config.ts'
import type { FieldsOf } from './inferred-scalars.ts'
import type { ImageSizes, SizeFacts } from './local/types.ts'

/** Facts from the configuration, the last parameter of `ContentTypes`. */
export interface ConfigurationFacts {
  /** The names of `upload.imageSizes`. @default any name */
  imageSizes?: string
  /** `true` with `upload.folders`. */
  folders?: boolean
  /** The slugs of collections whose documents record their creator: those with the rule `owner`; `string` with `auth.rbac`. */
  createdBy?: string
}

/** A field that describes a file: only an upload sets it. */
export type OnlyUploads = { isSetBy: 'uploads' }

/** The collections of the configuration, and the built-in ones. */
export type AllCollections<Collections extends readonly CollectionConfig[], Role extends string, Facts extends ConfigurationFacts> = {
  [One in Collections[number] as One['slug']]: WithBuiltIn<One, Role, Facts>
} & {
  [S in Exclude<keyof BuiltIn<Role, Facts>, Collections[number]['slug']>]: { slug: S; fields: BuiltIn<Role, Facts>[S] }
}

type WithBuiltIn<C extends CollectionConfig, Role extends string, Facts extends ConfigurationFacts> = C['slug'] extends keyof BuiltIn<
  Role,
  Facts
>
  ? { slug: C['slug']; drafts: C['drafts']; fields: Together<BuiltIn<Role, Facts>[C['slug']], FieldsOf<C>> }
  : Facts extends { createdBy: infer Owned }
    ? C['slug'] extends Owned
      ? { slug: C['slug']; drafts: C['drafts']; fields: readonly [CreatedBy, ...FieldsOf<C>] }
      : C
    : C

type Together<A, B> = A extends readonly unknown[] ? (B extends readonly unknown[] ? readonly [...A, ...B] : A) : B

type BuiltIn<Role extends string, Facts extends ConfigurationFacts> = {
  users: readonly [
    { name: 'email'; type: 'email'; required: true },
    { name: 'name' },
    { name: 'role'; options: readonly Role[]; required: true; defaultValue: Role },
    { name: 'active'; type: 'boolean' },
    { name: 'password'; writeOnly: true },
  ]
  media: readonly [...MediaFields<Facts>, ...(Facts extends { folders: true } ? FolderFields : [])]
} & (Facts extends { folders: true } ? { 'media-folders': MediaFolderFields } : unknown)

/** A declaration as its hooks see it: with the built-in fields. Hooks of an upload receive those that describe the file like any other. */
export type DeclaredInHooks<C> = C extends { slug: infer S extends keyof HookFields; drafts: infer D; fields: infer F }
  ? { slug: S; drafts: D; fields: Together<HookFields[S], F> }
  : C

interface HookFields {
  users: BuiltIn<string, ConfigurationFacts>['users']
  media: MediaFields<ConfigurationFacts, unknown>
}

type CreatedBy = { name: 'createdBy'; type: 'relationship'; to: 'users' }

/** `Mark` is on the fields that describe the file. */
type MediaFields<Facts extends ConfigurationFacts, Mark = OnlyUploads> = [
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
