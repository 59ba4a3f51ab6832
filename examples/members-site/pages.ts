// The pages of the site as plain HTML. Their forms are sent by public/forms.js.
import type { Cms } from 'galley'
import { toHTML } from 'galley/rich-text'
import type { Letter } from './cms-types.js'

type Reader = Cms['user']

export function listPage(reader: Reader, letters: readonly Pick<Letter, 'title' | 'slug' | 'summary'>[]): string {
  const items = letters.map(
    ({ title, slug, summary }) => `<li><a href="/letters/${encodeURIComponent(slug)}">${text(title)}</a> ${text(summary ?? '')}</li>`,
  )
  return layout(reader, 'Letters', `<ul>${items.join('')}</ul>`)
}

/** `body` is undefined for visitors, whom the schema doesn't let read it. */
export const letterPage = (reader: Reader, { title, summary, body }: Letter): string =>
  layout(reader, title, body === undefined ? `<p>${text(summary ?? '')}</p><p><a href="/sign-in">Sign in to read it</a></p>` : toHTML(body))

export const messagePage = (reader: Reader, message: string): string => layout(reader, message, '')

export const accountPage = (reader: Reader): string =>
  reader
    ? layout(reader, 'Your account', `<p>You are signed in as ${text(reader.email ?? '')}.</p>${form('sign-out', 'Sign out', '')}`)
    : layout(
        null,
        'Sign in',
        form('sign-in', 'Sign in', ACCOUNT) + form('sign-up', 'Sign up', `<label>Name <input name="name"></label>${ACCOUNT}`),
      )

export const welcomePage = (): string => layout(null, 'Welcome', form('confirm', 'Confirm your address', ''))

const ACCOUNT =
  '<label>Email <input name="email" type="email" required></label><label>Password <input name="password" type="password" required minlength="8"></label>'

const form = (name: string, label: string, inputs: string): string =>
  `<form name="${name}">${inputs}<button>${label}</button><output></output></form>`

function layout(reader: Reader, title: string, body: string): string {
  const greeting = reader ? `<a href="/account">Hello, ${text(reader.name ?? reader.email ?? '')}</a>` : '<a href="/sign-in">Sign in</a>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${STYLE}</style><header><a href="/">Letters</a>${greeting}</header><h1>${text(title)}</h1>${body}<script type="module" src="/forms.js"></script></html>`
}

const text = (value: string): string => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE =
  'body{font:17px/1.6 system-ui;max-width:36rem;margin:3rem auto;padding:0 1rem;color:#222}header{display:flex;justify-content:space-between}form{display:grid;gap:.75rem;margin:0 0 2rem}label{display:grid}input,button{font:inherit;padding:.4rem .6rem}'
