/** Functions that return what they are given; they exist for its types. Tested by test/types/types.test.ts. */

import type { User } from './actor.ts'
import type { BuiltInSlug, DeclaredInHooks } from './built-in-fields.ts'
import type {
  AccessRule,
  AnyRuleFilter,
  CollectionAdmin,
  CollectionCode,
  CollectionConfig,
  CollectionHooks,
  FieldCode,
  GlobalCode,
  GlobalConfig,
  GlobalHooks,
  RuleFilter,
  RuleOn,
} from './content-config.ts'
import type { Field, ManySelectField, SelectField, SlugField } from './field-config.ts'
import type { HookData, HookDocument, HookInput, PreviewDocument, ReadHookDocument } from './inferred.ts'
import type { DeclaredName, DeclaredSort, DeclaredTitle } from './inferred-paths.ts'
import type { AreKnown, Scalar } from './inferred-scalars.ts'
import type { Cms } from './local/cms.ts'
import type { CollectionSlug, ContentType, Depth, GlobalSlug, ReadAs, Registered, Types } from './register.ts'

interface Declaring<Slug extends string, Fields extends readonly Field[], Drafts, Versions, Schedule> {
  slug: Slug
  fields?: Checked<Fields, Slug, Drafts>
  /** Adds a `status` of `draft` or `published`. @default false */
  drafts?: Drafts
  /** Keeps a version of every save. @default false */
  versions?: Versions
  /** Allows publishing and unpublishing at a set time; needs `drafts`. @default false */
  schedule?: Schedule & (Drafts extends false ? (Fields extends readonly [] ? unknown : false | NeedsDrafts) : unknown)
}

/** The type of `schedule` without drafts: the compiler's errors show its name. */
interface NeedsDrafts {
  drafts: true
}

/** The options of a collection that the declaration types by its own fields. */
type CollectionCodeTyped = 'trash' | 'orderable' | 'access' | 'hooks' | 'preview' | 'useAsTitle' | 'indexes' | 'admin'

/**
 * What the fields must be, once they are inferred. `Fields & readonly Field[]` would say the same, but the compiler compares an intersection of
 * lists method by method, which takes it longer than all the rest.
 */
type Checked<Fields extends readonly Field[], Slug, Drafts> = {
  readonly [I in keyof Fields]: Fields[I] extends object ? CheckedField<Fields[I], Sibling<Fields, Slug, Drafts>> : Fields[I]
}

/** Fields whose options name another field, or one of their own choices. */
type CheckedField<F, Name> = F extends { from: string }
  ? SlugField & { from?: Name }
  : F extends { admin: { condition: { field: string } } }
    ? Field & { admin?: { condition?: { field?: Name } } }
    : F extends { options: readonly unknown[]; defaultValue: string }
      ? SelectField<Scalar<F> & string>
      : F extends { options: readonly unknown[]; defaultValue: readonly string[] }
        ? ManySelectField<Scalar<F> & string>
        : Field

/** The names of top-level fields, which built-in collections have more of. */
type Sibling<Fields extends readonly Field[], Slug, Drafts> = Slug extends BuiltInSlug
  ? string
  : AreKnown<Fields> extends true
    ? Fields[number]['name'] | 'createdBy' | (Drafts extends false ? never : 'status')
    : string

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

type RulesOf<Verb extends string, Name> = { [V in Verb]?: AccessRule<AnyRuleFilter, Record<string, unknown>, Name> }

/** Without fields, a declaration adds to another one, which may have drafts. */
type Known<F, D> = F extends readonly [] ? boolean : D

/** A collection as TypeScript knows it. */
export interface DeclaredCollection<Slug extends string, Fields, Drafts, Trash, Versions, Schedule, Orderable>
  extends Declared<Slug, Fields, Drafts> {
  trash: Trash
  versions: Versions
  schedule: Schedule
  orderable: Orderable
}

interface CollectionOf<
  S extends string,
  F extends readonly Field[],
  D,
  Trash,
  Versions,
  Schedule,
  Orderable,
  C = Declared<S, F, D>,
  H = DeclaredInHooks<C>,
> extends Declaring<S, F, D, Versions, Schedule>,
    Omit<CollectionConfig, keyof Declaring<S, F, D, Versions, Schedule> | CollectionCodeTyped> {
  /** Access rules. @default users of the admin may do everything */
  access?: RulesOf<'read' | 'create' | 'update' | 'delete', RuleOn<S, Known<F, D>>>
  /** Deleted documents go to the trash. @default false */
  trash?: Trash
  /** Editors choose the order of the documents. @default false */
  orderable?: Orderable
  /** The top-level field that is used as the title of a document. */
  useAsTitle?: DeclaredTitle<C>
  /** Indexes over several fields, each a list of paths; `-` for descending. */
  indexes?: readonly (readonly DeclaredSort<C>[])[]
  admin?: CollectionAdmin<DeclaredName<C>, DeclaredSort<C>>
  hooks?: CollectionHooks<HookDocument<H>, HookInput<H>, HookData<H>, AnyCms, ReadHookDocument<H>>
  preview?: CollectionCode<PreviewDocument<H>, unknown>['preview']
}

interface GlobalOf<S extends string, F extends readonly Field[], D, Scope, Versions, Schedule, C = Declared<S, F, D>>
  extends Declaring<S, F, D, Versions, Schedule>,
    Omit<GlobalConfig, keyof Declaring<S, F, D, Versions, Schedule> | 'access' | 'hooks' | 'preview' | 'scope'> {
  /** @default users of the admin */
  access?: RulesOf<'read' | 'update', RuleOn<S, Known<F, D>, 'global'>>
  hooks?: GlobalHooks<HookDocument<C, 'saved global'>, HookInput<C>, HookData<C>, AnyCms, ReadHookDocument<C, 'global'>>
  preview?: GlobalCode<PreviewDocument<C, 'global'>, unknown>['preview']
  /** The value that a request works with: that of a scope, the shared one (`undefined`), or none (`null`). */
  scope?(about: { context: Record<string, unknown>; user: User | null }): Scope
}

/**
 * A collection, whose slug and fields TypeScript knows: hooks are typed by them, and `ContentTypes` makes the types of documents of them.
 *
 * @example
 * export const posts = defineCollection({ slug: 'posts', fields: [{ name: 'title', required: true }] })
 */
export function defineCollection<
  const S extends string,
  const F extends readonly Field[] = readonly [],
  const D extends boolean = false,
  Trash extends NonNullable<CollectionConfig['trash']> = false,
  Versions extends NonNullable<CollectionConfig['versions']> = false,
  Schedule extends boolean = false,
  Orderable extends boolean = false,
>(config: CollectionOf<S, F, D, Trash, Versions, Schedule, Orderable>): DeclaredCollection<S, F, D, Trash, Versions, Schedule, Orderable> {
  return config as unknown as DeclaredCollection<S, F, D, Trash, Versions, Schedule, Orderable>
}

/**
 * A global, whose slug and fields TypeScript knows.
 *
 * @example
 * export const site = defineGlobal({ slug: 'site', fields: [{ name: 'name', defaultValue: 'A site' }] })
 */
export function defineGlobal<
  const S extends string,
  const F extends readonly Field[],
  const D extends boolean = false,
  Scope extends string | null | undefined = undefined,
  Versions extends NonNullable<GlobalConfig['versions']> = false,
  Schedule extends boolean = false,
>(config: GlobalOf<S, F, D, Scope, Versions, Schedule>): DeclaredGlobal<S, F, D, Scope, Versions, Schedule> {
  return config as unknown as DeclaredGlobal<S, F, D, Scope, Versions, Schedule>
}

/** A request whose scope is `null` works with no value. */
export interface DeclaredGlobal<Slug extends string, Fields, Drafts, Scope, Versions, Schedule> extends Declared<Slug, Fields, Drafts> {
  mayBeNowhere: null extends Scope ? true : false
  versions: Versions
  schedule: Schedule
}

type AnyDepth = `depth ${Depth}`

/** How hooks receive documents: with ids in relations and hidden fields, perhaps as drafts, in the locales of the change. */
type InHooks = Exclude<ReadAs, AnyDepth> | 'depth 0'
type InReadHooks = Exclude<InHooks, 'hidden fields'>

type TypesOf<S extends CollectionSlug | GlobalSlug> = S extends CollectionSlug
  ? Registered['collections'][S]
  : S extends GlobalSlug
    ? Registered['globals'][S]
    : never
type HookDocumentOf<S extends CollectionSlug | GlobalSlug> = (TypesOf<S> & { as: InHooks })['read']
type ReadHookDocumentOf<S extends CollectionSlug | GlobalSlug> = (TypesOf<S> & { as: InReadHooks })['read']
type PreviewDocumentOf<S extends CollectionSlug | GlobalSlug> = (TypesOf<S> & { as: Exclude<InReadHooks, 'depth 0'> | 'depth 1' })['read']
type HookDataOf<S extends CollectionSlug | GlobalSlug> = (TypesOf<S> & { as: InHooks })['write']
type HookInputOf<S extends CollectionSlug | GlobalSlug> = (TypesOf<S> & { as: Exclude<InHooks, 'draft'> })['write']

/** A document while it is edited: any value may still be missing. */
type DataOf<S extends CollectionSlug | GlobalSlug> = 0 extends 1 & HookDocumentOf<S>
  ? Record<string, unknown>
  : Unfinished<Omit<HookDocumentOf<S>, 'id' | 'createdAt' | 'updatedAt'>>
/** The values that a call sets. */
type GivenOf<S extends CollectionSlug | GlobalSlug> = 0 extends 1 & HookDataOf<S> ? Record<string, unknown> : Unfinished<HookDataOf<S>>
type Unfinished<Values> = { [Name in keyof Values]?: Values[Name] | null | undefined }

/** A filter of the documents that a relation may lead to, by the part of the collection's filter that begins with its path. */
type FilterBehind<Where, Path> = 0 extends 1 & Where
  ? Where
  : { [P in keyof Where as P extends `${Path & string}.${infer Rest}` ? Rest : never]?: Where[P] } & {
      and?: readonly FilterBehind<Where, Path>[]
      or?: readonly FilterBehind<Where, Path>[]
    }

/** The defaults that a field takes. Dates are read as text, and start with a `Date` as well. */
type DefaultOf<Value, Path, Dates> = (Value extends readonly (infer One)[] ? readonly One[] : Value) | (Path extends Dates ? Date : never)

/** A value that a field's own code gets. Generated types have no names for groups and rows, which are those of the input. */
type ValueOf<S extends CollectionSlug | GlobalSlug, Value, Path> = unknown extends Value
  ? Value
  : Extract<object | object[], Value> extends never
    ? Value
    : NonNullable<ValueAt<RowsOf<S>, Path>>
/** The value at a path: through groups, and through one of the rows or blocks of a list. */
type ValueAt<Values, Path> = Path extends keyof Values
  ? Values[Path]
  : Path extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Values
      ? ValueIn<NonNullable<Values[Name]>, Rest>
      : object
    : object
type ValueIn<Value, Path> = Value extends readonly (infer Row)[]
  ? Path extends `${infer Block}.${infer Rest}`
    ? [Extract<Row, { blockType: Block }>] extends [never]
      ? ValueAt<Row, Path>
      : ValueAt<Extract<Row, { blockType: Block }>, Rest>
    : ValueAt<Row, Path>
  : ValueAt<Value, Path>
type RowsOf<S extends CollectionSlug | GlobalSlug> = (TypesOf<S> & { as: Exclude<InHooks, 'all locales' | 'change'> })['write']

/** The code of a field by the types of its content type. */
type CodeOfField<S extends CollectionSlug | GlobalSlug, T extends ContentType, Path extends keyof T['fields']> = FieldCode<
  ValueOf<S, T['fields'][Path], Path>,
  FilterBehind<T['where'], Path>,
  DefaultOf<T['fields'][Path], Path, T['dates']>,
  DataOf<S>,
  DataOf<S> & Omit<GivenOf<S>, keyof DataOf<S>>,
  RuleOf<S>
>

type RuleOf<S extends CollectionSlug | GlobalSlug> = RuleOn<S, TypesOf<S>['drafts'], S extends CollectionSlug ? 'collection' : 'global'>

/** The code of a content type, for the file next to its schema. */
export type ContentCode<S extends CollectionSlug | GlobalSlug> = (S extends CollectionSlug
  ? CollectionCode<
      HookDocumentOf<S>,
      HookInputOf<S>,
      HookDataOf<S>,
      ReadHookDocumentOf<S>,
      RuleFilter<TypesOf<S>['where']>,
      GivenOf<S>,
      PreviewDocumentOf<S>,
      RuleOf<S>
    >
  : GlobalCode<HookDocumentOf<S>, HookInputOf<S>, HookDataOf<S>, ReadHookDocumentOf<S>, GivenOf<S>, PreviewDocumentOf<S>, RuleOf<S>>) & {
  /** By path: `title`, `seo.title`, `layout.quote.text`. */
  fields?: { [Path in keyof TypesOf<S>['fields']]?: CodeOfField<S, TypesOf<S>, Path> }
}

/** The code of any content type, as files and configurations take it. */
// biome-ignore lint/suspicious/noExplicitAny: it was checked when it was written
export type AnyCode = CollectionCode<any, any> & Pick<GlobalCode<any, any>, 'scope'> & { fields?: Record<string, FieldCode<any>> }

/**
 * The code of a content type, typed by the generated types.
 *
 * @example
 * export default defineCode<'posts'>({ hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() }) } })
 */
export function defineCode<S extends CollectionSlug | GlobalSlug>(code: ContentCode<S>): AnyCode {
  return code as AnyCode
}
