/** Functions that return what they are given; they exist for its types. Tested by test/types/types.test.ts. */
import type {
  CollectionCode,
  CollectionConfig,
  CollectionHooks,
  FieldCode,
  GlobalCode,
  GlobalConfig,
  GlobalHooks,
} from './content-config.ts'
import type { Field } from './field-config.ts'
import type { HookData, HookDocument, HookInput } from './inferred.ts'
import type { Cms } from './local/cms.ts'
import type { CollectionSlug, Depth, GlobalSlug, ReadAs, Registered, Types } from './register.ts'

interface Declaring<Slug extends string, Fields, Drafts> {
  slug: Slug
  fields?: Fields & readonly Field[]
  drafts?: Drafts
}

/** A content type as TypeScript knows it. */
export interface Declared<Slug extends string, Fields, Drafts> {
  slug: Slug
  fields: Fields
  drafts: Drafts
}

/**
 * The Local API in the hooks of a declaration. It doesn't know content types: they follow from this very declaration, so the compiler would go
 * round in circles.
 */
type AnyCms = Cms<Types>

interface CollectionOf<C> extends Omit<CollectionConfig, 'slug' | 'fields' | 'drafts' | 'hooks' | 'preview'> {
  hooks?: CollectionHooks<HookDocument<C>, HookInput<C>, HookData<C>, AnyCms>
  preview?: CollectionCode<HookDocument<C>, HookInput<C>>['preview']
}

interface GlobalOf<C> extends Omit<GlobalConfig, 'slug' | 'fields' | 'drafts' | 'hooks' | 'preview'> {
  hooks?: GlobalHooks<HookDocument<C>, HookInput<C>, HookData<C>, AnyCms>
  preview?: GlobalCode<HookDocument<C>, HookInput<C>>['preview']
}

/**
 * A collection, whose slug and fields TypeScript knows: hooks are typed by them, and `ContentTypes` makes the types of documents of them.
 *
 * @example
 * export const posts = defineCollection({ slug: 'posts', fields: [{ name: 'title', required: true }] })
 */
export function defineCollection<const S extends string, const F extends readonly Field[], const D extends boolean = false>(
  config: Declaring<S, F, D> & CollectionOf<Declared<S, F, D>>,
): Declared<S, F, D> {
  return config as unknown as Declared<S, F, D>
}

/**
 * A global, whose slug and fields TypeScript knows.
 *
 * @example
 * export const site = defineGlobal({ slug: 'site', fields: [{ name: 'name', defaultValue: 'A site' }] })
 */
export function defineGlobal<const S extends string, const F extends readonly Field[], const D extends boolean = false>(
  config: Declaring<S, F, D> & GlobalOf<Declared<S, F, D>>,
): Declared<S, F, D> {
  return config as unknown as Declared<S, F, D>
}

type AnyDepth = `depth ${Depth}`

/** How hooks receive documents: with ids in relations, perhaps as drafts, in the locales of the change. */
type InHooks = Exclude<ReadAs, AnyDepth> | 'depth 0'

type TypesOf<S> = S extends CollectionSlug ? Registered['collections'][S] : S extends GlobalSlug ? Registered['globals'][S] : never
type HookDocumentOf<S> = (TypesOf<S> & { as: InHooks })['read']
type HookDataOf<S> = (TypesOf<S> & { as: InHooks })['write']
type HookInputOf<S> = (TypesOf<S> & { as: Exclude<InHooks, 'draft'> })['write']

/** The code of a content type, for the file next to its schema. */
export type ContentCode<S extends CollectionSlug | GlobalSlug> = (S extends CollectionSlug
  ? CollectionCode<HookDocumentOf<S>, HookInputOf<S>, HookDataOf<S>>
  : GlobalCode<HookDocumentOf<S>, HookInputOf<S>, HookDataOf<S>>) & {
  /** By path: `title`, `seo.title`, `layout.quote.text`. */
  fields?: Record<string, FieldCode>
}

/**
 * The code of a content type, typed by the generated types.
 *
 * @example
 * export default defineCode<'posts'>({ hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() }) } })
 */
export function defineCode<S extends CollectionSlug | GlobalSlug>(code: ContentCode<S>): ContentCode<S> {
  return code
}
