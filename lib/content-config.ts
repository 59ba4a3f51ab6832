/** Collections and globals as code declares them, and the code next to a schema. Tested by test/types/types.test.ts. */
import type { IconName } from '../schema/icons.ts'
import type { Label } from '../schema/model.ts'
import type { RuleName } from '../schema/word-values.ts'
import type { RuleArguments } from './access/rules.ts'
import type { User } from './actor.ts'
import type { DefaultValue, Field, FieldRules, FilterOptions } from './field-config.ts'
import type { Cms } from './local/cms.ts'
import type { Unsaved } from './local/read-as.ts'
import type { AnyTests } from './local/typed-where.ts'
import type { Where } from './query/where.ts'

/** A collection: `{ slug, fields }` with its options and code. Without `fields`, it adds to another declaration of the slug. */
export interface CollectionConfig<Document = AnyDocument, Input = AnyDocument> extends ContentConfig, CollectionCode<Document, Input> {
  /** The names of one document and of several in the admin. */
  labels?: { singular?: Label; plural?: Label }
  /** The top-level field that is used as the title of a document. */
  useAsTitle?: string
  /** Indexes over several fields, each a list of paths; `-` for descending. */
  indexes?: readonly (readonly string[])[]
  /** Where a document is edited; `drawer` means no drafts, versions or preview. @default 'page' */
  editIn?: 'page' | 'drawer'
  /** Deleted documents go to the trash. @default false */
  trash?: boolean | { purgeAfterDays?: number }
  /** Editors choose the order of the documents. @default false */
  orderable?: boolean
  admin?: CollectionAdmin
}

/** A global: `{ slug, fields }` with its options and code. */
export interface GlobalConfig<Document = AnyDocument, Input = AnyDocument> extends ContentConfig, GlobalCode<Document, Input> {
  /** The name in the admin. */
  label?: Label
  admin?: { group?: string; sidebar?: readonly string[]; layout?: readonly LayoutPart[] }
}

/** Without generated types, the fields of documents are unknown. */
// biome-ignore lint/suspicious/noExplicitAny: without generated types, the fields of documents are unknown
type AnyDocument = any

/**
 * A schema file with its code: `{ schema: './schema/post.graphql', hooks }`. Code of fields is given by `defineCode`, so that a mistake in a
 * list of fields is explained as one.
 */
export interface FileConfig extends CollectionCode<AnyDocument, AnyDocument>, Pick<GlobalCode<AnyDocument, AnyDocument>, 'scope'> {
  /** The path of the file, or its `URL`. */
  schema: string | URL
  slug?: undefined
}

/** The same for a global. */
export interface GlobalFileConfig extends GlobalCode<AnyDocument, AnyDocument>, Pick<FileConfig, 'schema' | 'slug'> {}

interface ContentConfig {
  schema?: undefined
  /** Lowercase letters, digits, `-` and `_`: the URL segment and the name of the table. */
  slug: string
  fields?: readonly Field[]
  /** Help in the admin, in one language or by language, and a comment in the types. */
  description?: Label
  /** The icon in the menu. */
  icon?: IconName
  /** Adds a `status` of `draft` or `published`. @default false */
  drafts?: boolean
  /** Keeps a version of every save. @default false */
  versions?: boolean | { max?: number }
  /** Allows publishing and unpublishing at a set time; needs `drafts`. @default false */
  schedule?: boolean
  /** The former slug. */
  renamedFrom?: string
}

export interface CollectionAdmin<Name = string, Sort = string> {
  /** The menu group. */
  group?: string
  /** Panels next to the form. */
  sidebar?: readonly string[]
  layout?: readonly LayoutPart<Name>[]
  badge?: { where: Where; tone?: string; label?: Label }
  /** Whether the menu shows how many documents there are. @default true */
  count?: boolean
  empty?: { description?: Label; link?: object }
  list?: { tree?: Name; sort?: Sort }
  ownerField?: string
  confirmDelete?: { typeTitle?: boolean; impact?: boolean }
}

/** A field by its name, fields side by side, a section, or tabs. */
export type LayoutPart<Name = string> =
  | Name
  | { row: readonly LayoutPart<Name>[] }
  | { section: Label; fields: readonly LayoutPart<Name>[]; folded?: boolean }
  | { tabs: readonly { label: Label; fields: readonly LayoutPart<Name>[] }[] }

/**
 * The code of a collection: of `{ slug, fields }`, or of the file next to its schema. `Given` is what rules know of the values that are saved.
 */
export interface CollectionCode<
  Document,
  Input,
  Data = Input,
  Read = Document,
  Filter = AnyRuleFilter,
  Given = Record<string, unknown>,
  Shown = Read,
  Rule = RuleName,
> {
  /** Access rules. @default users of the admin may do everything */
  access?: {
    read?: AccessRule<Filter, Given, Rule>
    create?: AccessRule<Filter, Given, Rule>
    update?: AccessRule<Filter, Given, Rule>
    delete?: AccessRule<Filter, Given, Rule>
  }
  hooks?: CollectionHooks<Document, Input, Data, Cms, Read>
  /** The URL of the page that shows a document. */
  preview?(about: Previewing<Shown>): string | null | Promise<string | null>
}

/** What `preview` receives. */
export interface Previewing<Shown> {
  /** With its unsaved values and related documents. A new one has no `id`, and any value may still be missing. */
  doc: Unsaved<Shown>
  /** The locale that is edited; `null` without localization. */
  locale: string | null
}

/** The code of a global: of `{ slug, fields }`, or of the file next to its schema. */
export interface GlobalCode<
  Document,
  Input,
  Data = Input,
  Read = Document,
  Given = Record<string, unknown>,
  Shown = Read,
  Rule = RuleName,
> {
  /** @default users of the admin */
  access?: { read?: AccessRule<AnyRuleFilter, Given, Rule>; update?: AccessRule<AnyRuleFilter, Given, Rule> }
  hooks?: GlobalHooks<Document, Input, Data, Cms, Read>
  /** The URL of the page that shows the global. */
  preview?(about: Previewing<Shown>): string | null | Promise<string | null>
  /** The value that a request works with: that of a scope, the shared one (`undefined`), or none (`null`). */
  scope?(about: { context: Record<string, unknown>; user: User | null }): string | null | undefined
}

/**
 * The names of rules that mean something on a content type: `self` is about users, `owner` about what they create, `published` about drafts. The
 * start refuses the others everywhere.
 */
export type RuleOn<Slug, Drafts, Kind = 'collection'> = Exclude<
  RuleName,
  | (Kind extends 'global' ? 'self' | 'owner' : string extends Slug ? never : Slug extends 'users' ? 'owner' : 'self')
  | (Slug extends 'api-keys' ? 'owner' : never)
  | ([Drafts] extends [false] ? 'published' : never)
>

/** The name of a rule, or a function that returns true, false, or a filter for the documents that the caller may reach. */
export type AccessRule<Filter = AnyRuleFilter, Given = Record<string, unknown>, Name = RuleName> =
  | Name
  | ((args: RuleArguments<Given>) => boolean | Filter | Promise<boolean | Filter>)

/** A filter that a rule returns. Operators are checked; values aren't, because those of a user or a context are often unknown. */
export type AnyRuleFilter = { [path: string]: AnyRuleTests | readonly AnyRuleFilter[] | undefined }

/** The same by the filter of a content type. */
export type RuleFilter<Filter> = {
  [Path in keyof Filter]?: Path extends 'and' | 'or' ? readonly RuleFilter<Filter>[] : AnyRuleTests
}

type AnyRuleTests = { [Operator in keyof AnyTests]?: unknown }

/**
 * The code of one field. `Value` is what it holds, `Default` what it may start with, `Filter` a filter of the documents that it may point to,
 * `Data` the document around it, `Given` the same or the values that a call sets.
 */
// biome-ignore lint/suspicious/noExplicitAny: without generated types, the fields of documents are unknown
export interface FieldCode<Value, Filter = any, Default = Value, Data = Record<string, unknown>, Given = Data, Rule = RuleName> {
  access?: FieldRules<Given, Rule>
  validate?(value: Value | null, context: { data: Data; operation: 'create' | 'update' }): true | string | Promise<true | string>
  /** The value of a new document that has none. */
  defaultValue?: DefaultValue<Default>
  filterOptions?: FilterOptions<Filter, Data>
  shown?(value: Value | null): unknown
}

/** What every hook receives. */
export interface HookArguments<Handle = Cms> {
  user: User | null
  /** Acts as the system. */
  cms: Handle
  slug: string
  context: Record<string, unknown>
}

/** One hook, or several that run one after another. */
type Hooks<Given, Result, Handle> = Hook<Given, Result, Handle> | readonly Hook<Given, Result, Handle>[]
type Hook<Given, Result, Handle> = (given: HookArguments<Handle> & Given) => Result | Promise<Result>

/** The values to save. One that is `undefined` is left as it is. */
type Changes<Input> = { [Name in keyof Input]?: Input[Name] | undefined }

type Changing<Document, Input, Data, Handle> = Hooks<
  {
    /** The values to save: on update, only those that change. */
    data: Changes<Data>
    operation: 'create' | 'update'
    /** The document before the change, with ids in its relations. */
    originalDoc?: Document
  },
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing keeps the data
  Changes<Input> | undefined | void,
  Handle
>

/**
 * `Data` is what hooks receive, `Input` what they may return, `Handle` the Local API as they see it, `Read` a document as readers see it.
 */
export interface GlobalHooks<Document, Input, Data = Input, Handle = Cms, Read = Document> {
  /** Before the change; may return other data, which is validated again. */
  beforeChange?: Changing<Document, Input, Data, Handle>
  /** After the change. */
  afterChange?: Hooks<{ doc: Document; operation: 'create' | 'update'; previousDoc?: Document }, unknown, Handle>
  /** Whenever a document is read, with ids in its relations; may return another one. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing keeps the document
  afterRead?: Hooks<{ doc: Read }, object | undefined | void, Handle>
}

export interface CollectionHooks<Document, Input, Data = Input, Handle = Cms, Read = Document>
  extends GlobalHooks<Document, Input, Data, Handle, Read> {
  /** Before the data is validated; may return other data. */
  beforeValidate?: Changing<Document, Input, Data, Handle>
  /** May refuse the deletion by throwing. */
  beforeDelete?: Hooks<{ id: number }, unknown, Handle>
  afterDelete?: Hooks<{ id: number; doc: Document }, unknown, Handle>
}
