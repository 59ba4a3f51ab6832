// The blog's three pages as plain HTML.

import { toHTML } from 'galley/rich-text'

export function page(site, posts) {
  const items = posts.map(
    (post) => `<li><a href="/posts/${encodeURIComponent(post.slug)}">${text(post.title)}</a><p>${text(post.summary ?? '')}</p></li>`,
  )
  return layout(site, site.name, `<ul class="posts">${items.join('')}</ul>`)
}

export function postPage(site, post) {
  const by = post.author ? `<p class="by">${text(post.author.name)} · ${new Date(post.createdAt).toDateString()}</p>` : ''
  const tags = post.tags.map((tag) => `<span>#${text(tag.name)}</span>`).join(' ')
  return layout(
    site,
    post.title,
    `<article class="${post.layout}"><h1>${text(post.title)}</h1>${by}${toHTML(post.body, { headingOffset: 1 })}${post.sections.map(section).join('')}<p class="tags">${tags}</p></article>`,
  )
}

export function notFoundPage(site) {
  return layout(site, 'Not found', '<p>There is no such page. <a href="/">Back to the blog</a></p>')
}

function section(block) {
  if (block.blockType === 'quote') return `<blockquote>${text(block.text)}<footer>${text(block.by ?? '')}</footer></blockquote>`
  return `<ul>${block.items.map((link) => `<li><a href="${text(link.url)}">${text(link.label)}</a></li>`).join('')}</ul>`
}

function layout(site, title, body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${STYLE}</style><header><a href="/">${text(site.name)}</a><p>${text(site.tagline ?? '')}</p></header><main>${body}</main></html>`
}

const text = (value) => String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE =
  'body{font:17px/1.6 system-ui;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#222}header{border-bottom:1px solid #ddd;margin-bottom:2rem}header a{font-weight:700;text-decoration:none;color:inherit}header p,.by,.tags{color:#666}.posts{list-style:none;padding:0}.posts a{font-size:1.25rem}blockquote{border-left:3px solid #ccc;margin:0;padding-left:1rem}.narrow{max-width:30rem}'
