/** The types of `GET /admin/schema`, in which the server describes itself to the signed-in user. Tested by test/features/admin.test.ts. */

import type { EmbedProvider } from '../../lib/rich-text/embeds.ts'
import type { TextFeature } from '../../lib/rich-text/kinds.ts'
import type { Condition, Label as GivenLabel } from '../../schema/model.ts'
import type { OwnText } from './own-text.ts'

export type { Condition }

/** A text of the configuration, or one of the admin itself. */
export type Label = GivenLabel | OwnText

export interface User {
  /** A string for users that the host has signed in. */
  id: number | string
  email: string
  name?: string | null
  role: string
}

export interface Site {
  name: string
  logo?: string
  color?: string
  url: string
  locale: string
  /** Those that the site adds. */
  languages?: readonly { code: string; name: string; dir: 'ltr' | 'rtl' }[]
}

export interface SignIn {
  hasUsers: boolean
  passwordReset: boolean
  password: boolean
  setupCode: boolean
  providers: SignInProvider[]
}

export interface SignInProvider {
  id: string
  name: string
  icon?: string
  kind: 'redirect' | 'post' | 'credentials'
}

export interface Field {
  name: string
  path: string
  type: string
  /** The built-in type that a custom type is based on. */
  base?: string
  label?: Label
  description?: Label
  required?: boolean
  localized?: boolean
  hasMany?: boolean
  unique?: boolean
  integer?: boolean
  default?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
  min?: number
  max?: number
  minRows?: number
  maxRows?: number
  options?: { value: string; label?: Label }[]
  from?: string
  to?: string
  /** The allowed targets depend on the document. */
  narrowed?: boolean
  mimeTypes?: string[]
  folder?: string
  fields?: Field[]
  /** The kinds of rows of a blocks field, or the blocks that a rich text may contain. */
  blocks?: { slug: string; label?: Label; fields: Field[] }[]
  /** Rich text: the features that the editor offers, with all defaults filled in. */
  features?: TextFeature[]
  /** Rich text: the levels of headings; empty without that feature. */
  headings?: readonly number[]
  /** Rich text: the sites whose pages can be embedded; empty without that feature. */
  embeds?: EmbedProvider[]
  /** Rich text: whether nodes and marks that galley doesn't know may be added. */
  unknown?: 'refuse' | 'keep'
  condition?: Condition
  admin?: { position?: string; width?: string; placeholder?: Label; component?: string; cell?: string; column?: boolean }
  writeOnly?: boolean
  /** Whether this caller may read it depends on the document, so it cannot be used in a search, filter or sort. */
  varies?: boolean
  /** This caller may not write it: in a new document, in an existing one. */
  locked?: { create: boolean; update: boolean }
}

export type Layout =
  | string
  | { tabs: { label: Label; fields: Layout[] }[] }
  | { section: Label; fields: Layout[]; folded?: boolean }
  | { row: Layout[] }

export interface Entity {
  slug: string
  kind: 'collection' | 'global'
  labels: { singular?: Label; plural?: Label }
  description?: Label
  icon: string
  title?: string
  drafts: boolean
  versions: boolean
  schedule: boolean
  preview: boolean
  trash: boolean
  orderable: boolean
  editIn: 'page' | 'drawer'
  localized: boolean
  admin: {
    group?: string
    sidebar?: string[]
    layout?: Layout[]
    badge?: { where: object; tone?: string; label?: Label }
    count?: boolean
    empty?: { description?: Label; link?: string }
    list?: { tree?: string; sort?: string }
    ownerField?: string
    confirmDelete?: { typeTitle?: boolean; impact?: boolean }
  }
  may: {
    read: boolean
    create: boolean
    update: boolean
    delete: boolean
    publish: boolean
    /** Some documents may be changed, published or deleted, others not. */
    dependsOnDocument?: boolean
    /** Whether no rule keeps any of the documents from the user. */
    readsAll?: boolean
  }
  fields: Field[]
}

export interface NavGroup {
  id: string
  label: Label
  icon?: string
  order?: number
  children?: NavGroup[]
}

export interface Schema {
  site: Site
  user: User | null
  /** The user is signed in but has no access to the admin. */
  member?: boolean
  /** Present if no user is signed in. */
  signIn?: SignIn
  version?: string
  locales?: { all: string[]; default: string }
  collections: Entity[]
  globals: Entity[]
  /** System pages that this user may open. */
  views: string[]
  /** Whether new people can be invited by email; only admins learn it. */
  mailsLinks?: boolean
  /** Emails are only printed in the log of the server. */
  printsMails?: boolean
  /** The roles of the admin; only admins get them. */
  roles?: string[]
  menu: string[]
  nav: NavGroup[]
  pages: { path: string; component: string; label: Label; icon: string; group: string | false }[]
  dashboard: { component: string; width: 'half' | 'full'; label?: Label }[]
  commands: { label: Label; to: string; icon?: string; keywords?: string[] }[]
  switcher?: { cookie: string; label: Label; options: { value: string; label: Label }[] }
  upload: { maxFileSize: number; accept: string; folders: boolean; fromURL: boolean; sizes: string[] }
  modules: string[]
}

/** One entry of the audit log. */
export interface AuditEntry {
  id: number
  at: string
  action: string
  target: string
  /** The slug that the target had at that time. */
  formerTarget?: string
  doc: number | null
  title: string | null
  actor: { id: number | string | null; email: string | null; via: string; ip: string | null }
  changes: { field: string; before?: unknown; after?: unknown }[] | null
  detail: object | null
}
