// The pages as plain HTML.
import type { DocumentOf } from 'galley'
import { MOODS } from './content.ts'

type Book = DocumentOf<'books'>

export function shelfPage(books: readonly Book[], mood: Book['mood']): string {
  const filters = [null, ...MOODS].map((one) =>
    one === mood ? `<strong>${one ?? 'all'}</strong>` : `<a href="/${one ? `?mood=${one}` : ''}">${one ?? 'all'}</a>`,
  )
  const items = books.map((book) => `<li><a href="/books/${encodeURIComponent(book.slug ?? '')}">${text(book.title)}</a> ${by(book)}</li>`)
  return layout('The shelf', `<p>${filters.join(' · ')}</p><ul>${items.join('') || '<li>No book has this mood.</li>'}</ul>`)
}

export function bookPage(book: Book): string {
  const quotes = book.quotes.map(
    ({ text: words, page }) => `<blockquote>${text(words)}${page === null ? '' : ` <small>p. ${page}</small>`}</blockquote>`,
  )
  return layout(
    book.title,
    `<p>${by(book)}${book.year === null ? '' : `, ${book.year}`}</p>${quotes.join('')}<p><a href="/">The shelf</a></p>`,
  )
}

export const missingPage = (): string => layout('There is no such book', '<p><a href="/">The shelf</a></p>')

/** `author` is null if nobody chose one, or if the author was deleted since. */
const by = ({ author }: Book): string =>
  author === null ? '' : `by ${text(author.name)}${author.country ? ` (${text(author.country)})` : ''}`

const layout = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${STYLE}</style><h1>${text(title)}</h1>${body}</html>`

const text = (value: string): string => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE =
  'body{font:17px/1.6 system-ui;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#222}blockquote{border-left:3px solid #0f766e;margin:1rem 0;padding-left:1rem}small{color:#666}'
