/** What the server says of itself to whoever is signed in: the contract of `GET /admin/schema`. Types alone. */

import type { Condition, Label } from '../../schema/model.ts'

export type { Condition, Label }

export interface User {
  /** Text for somebody whom the host has signed in. */
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
  locale: 'en' | 'th'
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
  /** The type that a custom one is made of. */
  base?: string
  label?: Label
  description?: string
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
  /** What it may point to depends on the document. */
  narrowed?: boolean
  mimeTypes?: string[]
  folder?: string
  fields?: Field[]
  blocks?: { slug: string; label?: Label; fields: Field[] }[]
  condition?: Condition
  admin?: { position?: string; width?: string; component?: string; cell?: string; column?: boolean }
  writeOnly?: boolean
  /** It depends on the document whether this caller may read it: no search, filter or sort may name it. */
  varies?: boolean
  /** Nobody lets this caller write it: in a new document, in one that is there. */
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
  description?: string
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
    confirmDelete?: { typeTitle?: boolean; impact?: boolean }
  }
  may: { read: boolean; create: boolean; update: boolean; delete: boolean; publish: boolean }
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
  /** Who is signed in, but has no business in the admin. */
  member?: boolean
  /** Where nobody is signed in. */
  signIn?: SignIn
  version?: string
  locales?: { all: string[]; default: string }
  collections: Entity[]
  globals: Entity[]
  /** Areas of the system that this user may open. */
  views: string[]
  /** Of the admin, for admins. */
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
  /** The slug that the target had then. */
  formerTarget?: string
  doc: number | null
  title: string | null
  actor: { email: string | null; via: string; ip: string | null }
  changes: { field: string; before?: unknown; after?: unknown }[] | null
  detail: object | null
}
