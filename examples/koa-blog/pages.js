// The blog's pages as plain HTML, in the language of the reader.

import { toHTML } from 'galley/rich-text'

const WORDS = {
  en: { other: 'ไทย', back: 'All articles', missing: 'There is no such page.', draft: 'This is a draft. Only who has its link sees it.' },
  th: { other: 'English', back: 'บทความทั้งหมด', missing: 'ไม่มีหน้านี้', draft: 'นี่คือฉบับร่าง เห็นได้เฉพาะผู้ที่มีลิงก์' },
}

export const LOCALES = Object.keys(WORDS)

export function listPage(locale, site, articles) {
  const items = articles.map(
    (article) =>
      `<li><a href="/${locale}/articles/${encodeURIComponent(article.slug)}">${text(article.title)}</a><p>${text(article.summary ?? '')}</p></li>`,
  )
  return layout(locale, site, site.name, `<ul class="articles">${items.join('')}</ul>`, otherHome(locale))
}

/** `elsewhere`: the address of the same article in the other language. */
export function articlePage(locale, site, article, elsewhere) {
  const notice = article.status === 'draft' ? `<p class="draft">${WORDS[locale].draft}</p>` : ''
  const topics = article.topics.map((topic) => `<span>${text(topic.name)}</span>`).join(' · ')
  const body = `${notice}<article><h1>${text(article.title)}</h1>${toHTML(article.body, { headingOffset: 1 })}<p class="topics">${topics}</p></article>`
  return layout(locale, site, article.title, `${body}<p><a href="/${locale}">${WORDS[locale].back}</a></p>`, elsewhere)
}

export const missingPage = (locale, site) =>
  layout(locale, site, '404', `<p>${WORDS[locale].missing} <a href="/${locale}">${WORDS[locale].back}</a></p>`, otherHome(locale))

const otherHome = (locale) => `/${LOCALES.find((one) => one !== locale)}`

function layout(locale, site, title, body, elsewhere) {
  const header = `<header><a href="/${locale}">${text(site.name)}</a><a href="${elsewhere}">${WORDS[locale].other}</a><p>${text(site.tagline ?? '')}</p></header>`
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${STYLE}</style>${header}<main>${body}</main></html>`
}

const text = (value) => String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE =
  'body{font:17px/1.6 system-ui;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#222}header{display:flex;flex-wrap:wrap;justify-content:space-between;border-bottom:1px solid #ddd;margin-bottom:2rem}header a{color:inherit;text-decoration:none}header a:first-child{font-weight:700}header p{width:100%;color:#666;margin-top:0}.articles{list-style:none;padding:0}.articles a{font-size:1.25rem}.topics{color:#666}.draft{background:#fff4d6;border-left:3px solid #e0a800;padding:.5rem 1rem}'
