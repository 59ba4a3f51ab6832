/** The configuration of the admin. */
import type { JsonSchema } from '../../../schema/document.ts'
import type { IconName } from '../../../schema/icons.ts'
import { elementName, iconName, LANGUAGE } from '../../../schema/word-values.ts'
import type { User } from '../../actor.ts'
import { closed, fn, listOf, sitePath, text, texts, translated } from '../../option-schemas.ts'
import type { Translated } from '../../options.ts'
import type { WithDefaults } from '../../settings.ts'

declare module '../../options.ts' {
  interface Options {
    /** The admin's presentation. */
    admin?: AdminConfig
  }
}

declare module '../../settings.ts' {
  interface Settings {
    admin: WithDefaults<AdminConfig, 'path' | 'locale' | 'siteUrl' | 'languages'>
  }
}

export interface NavConfig {
  id: string
  label: Translated
  icon?: IconName
  order?: number
  children?: readonly Omit<NavConfig, 'children'>[]
}

export interface PageConfig {
  path: string
  component: string
  label: Translated
  icon?: IconName
  group?: string | false
  access?: (who: { user: User }) => boolean | Promise<boolean>
}

/** A language of the admin. `galley texts ar` writes a catalogue to translate. */
export interface LanguageConfig {
  /** Such as `ar` or `pt-BR`. */
  code: string
  /** The name of the language, in the language itself. */
  name: string
  /** The direction of its script. @default 'ltr' */
  dir?: 'ltr' | 'rtl'
  /** The texts by key, or the path of a JSON file; those it lacks are shown in English. */
  texts: string | Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

export interface AdminConfig {
  /** Where the admin is served. @default '/admin' */
  path?: string
  /** The admin's language: `en`, `th` or the code of one of `languages`. @default 'en' */
  locale?: string
  /** More languages for the admin, besides English and Thai. @default [] */
  languages?: readonly LanguageConfig[]
  /** The name, logo (a site path or an `https://` address) and color (`#rrggbb`) that the admin shows. */
  brand?: { name?: string; logo?: string; color?: string }
  /** Where the admin's link to the site leads. @default '/' */
  siteUrl?: string
  /** Slugs of collections in menu order; the rest follow. @default the order of declaration */
  menu?: readonly string[]
  /** Menu groups, with children one level deep. @default [] */
  nav?: readonly NavConfig[]
  /** Entries of the command palette. @default [] */
  commands?: readonly { label: Translated; to: string; icon?: IconName; keywords?: readonly string[] }[]
  /** Modules that define your own elements: package exports or project paths. @default [] */
  modules?: readonly string[]
  /** Your own pages, served at `<admin>/p/<path>`. @default [] */
  pages?: readonly PageConfig[]
  /** Dashboard widgets. @default [] */
  dashboard?: readonly {
    component: string
    width?: 'half' | 'full'
    label?: Translated
    access?: (who: { user: User }) => boolean | Promise<boolean>
  }[]
  /** A choice that is stored in a cookie, such as the tenant. */
  switcher?: {
    cookie: string
    label: Translated
    options: readonly { value: string; label: Translated }[] | ((who: { user: User }) => unknown)
  }
}

const navItem: Record<string, JsonSchema> = { id: text, label: translated, icon: iconName, order: { type: 'number' } }
const guarded: Record<string, JsonSchema> = { component: elementName, label: translated, access: fn }

export const adminConfig: Record<string, JsonSchema> = {
  admin: {
    ...closed({
      path: { ...sitePath('/admin'), default: '/admin' },
      locale: { ...text, default: 'en' },
      languages: {
        ...listOf(
          closed(
            {
              code: { type: 'string', pattern: LANGUAGE, description: "the code of a language, such as 'ar' or 'pt-BR'" },
              name: text,
              dir: { enum: ['ltr', 'rtl'], default: 'ltr' },
              texts: { type: ['string', 'object'] },
            },
            ['code', 'name', 'texts'],
          ),
        ),
        default: [],
      },
      brand: closed({
        name: text,
        logo: { type: 'string', pattern: '^(/|https://)', description: "a path such as '/logo.svg', or a URL with https://" },
        color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', description: "a color such as '#0f766e'" },
      }),
      siteUrl: { type: 'string', pattern: '^(/|https?://)', description: "a path such as '/', or a URL with https://", default: '/' },
      menu: texts,
      nav: listOf(closed({ ...navItem, children: listOf(closed(navItem, ['id', 'label'])) }, ['id', 'label'])),
      commands: listOf(closed({ label: translated, to: text, icon: iconName, keywords: texts }, ['label', 'to'])),
      modules: listOf({
        type: 'string',
        minLength: 1,
        not: { pattern: '^[a-z]+:' },
        description: 'a file of this project or an export of a package, since URLs are not loaded',
      }),
      pages: listOf(
        closed(
          {
            ...guarded,
            path: { type: 'string', pattern: '^[a-z0-9-]+$', description: "lowercase letters, digits and '-'" },
            icon: { ...iconName, default: 'file-text' },
            group: { anyOf: [text, { const: false }], default: 'content' },
          },
          ['path', 'component', 'label'],
        ),
      ),
      dashboard: listOf(closed({ ...guarded, width: { enum: ['half', 'full'], default: 'half' } }, ['component'])),
      switcher: closed(
        {
          cookie: { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", description: "the name of a cookie, such as 'tenant'" },
          label: translated,
          options: { anyOf: [fn, listOf(closed({ value: text, label: translated }, ['value', 'label']))] },
        },
        ['cookie', 'label', 'options'],
      ),
    }),
    default: {},
  },
}
