/** What documents with drafts, versions, schedules and locales should do, in plain TypeScript: the model that the real thing is held against. */
import { isDeepStrictEqual } from 'node:util'

export const LOCALES = ['en', 'th'] as const
export type Locale = (typeof LOCALES)[number]
type Text = string | null

export interface Content {
  title: Record<Locale, Text>
  note: Record<Locale, Text>
  plain: Text
  moods: string[]
}

export interface Save {
  status: string
  content: Content
}

export interface Planned {
  action: 'publish' | 'unpublish'
  at: number
}

export interface Post {
  id: number
  live: boolean
  content: Content
  pending: Content | null
  versions: Save[]
  planned: Planned[]
}

/** What a change says: in one locale texts, in all of them maps. */
export interface Change {
  locale: Locale | 'all'
  title?: Text | Partial<Record<Locale, Text>>
  note?: Text | Partial<Record<Locale, Text>>
  plain?: Text
  moods?: string[]
  status?: 'draft' | 'published'
}

export type Outcome = { events: string[] } | { refused: true }

const MAX_VERSIONS = 4
const empty = (): Content => ({ title: { en: null, th: null }, note: { en: null, th: null }, plain: null, moods: [] })
const copy = (content: Content): Content => structuredClone(content)

export class Model {
  readonly posts = new Map<number, Post>()
  now = 0

  create(id: number, change: Change): Outcome {
    const content = applied(empty(), change)
    const live = change.status === 'published'
    if (live && lacks(content, change.locale)) return { refused: true }
    const post: Post = { id, live, content, pending: null, versions: [], planned: [] }
    this.posts.set(id, post)
    keep(post, content, live)
    return { events: live ? ['create', 'publish'] : ['create'] }
  }

  update(id: number, change: Change): Outcome {
    const post = this.posts.get(id)!
    const before = post.pending ?? post.content
    const content = applied(before, change)
    const publishes = change.status === 'published' || (change.status === undefined && post.live && !post.pending)
    if (publishes && lacks(content, writesWords(change, before) ? change.locale : 'all', before)) return { refused: true }
    if (publishes) {
      const isNews = !post.live || post.pending !== null
      Object.assign(post, { live: true, content, pending: null })
      keep(post, content, true)
      if (isNews || change.status === 'published') endPlan(post, 'publish')
      return { events: isNews ? ['update', 'publish'] : ['update'] }
    }
    return this.#draft(post, content)
  }

  /** What says what is live already is no draft. */
  #draft(post: Post, content: Content): Outcome {
    if (post.live && isDeepStrictEqual(filled(content), filled(post.content))) {
      post.pending = null
      return { events: [] }
    }
    keep(post, content, false)
    if (post.live) {
      post.pending = content
      return { events: ['draft'] }
    }
    post.content = content
    return { events: ['update'] }
  }

  unpublish(id: number): Outcome {
    const post = this.posts.get(id)!
    if (!post.live) return { events: [] }
    Object.assign(post, { live: false, content: post.pending ?? post.content, pending: null })
    keep(post, post.content, false)
    endPlan(post, 'unpublish')
    return { events: ['update', 'unpublish'] }
  }

  discard(id: number): Outcome {
    const post = this.posts.get(id)!
    if (!post.live) return { refused: true }
    post.pending = null
    return { events: [] }
  }

  /** `index` counts from the newest. */
  restore(id: number, index: number): Outcome {
    const post = this.posts.get(id)!
    return this.#draft(post, copy(post.versions[index]!.content))
  }

  remove(id: number): Outcome {
    this.posts.delete(id)
    return { events: ['delete'] }
  }

  plan(id: number, action: Planned['action'], at: number): Outcome {
    const post = this.posts.get(id)!
    post.planned = [...post.planned.filter((one) => one.action !== action), { action, at }].sort((a, b) => a.at - b.at)
    return { events: [] }
  }

  cancel(id: number): Outcome {
    this.posts.get(id)!.planned.shift()
    return { events: [] }
  }

  /** Time passes, and what is due is done, soonest first. */
  run(): { ran: number; failed: number; events: string[] } {
    const due = [...this.posts.values()].flatMap((post) =>
      post.planned.filter((one) => one.at <= this.now).map((one) => ({ post, ...one })),
    )
    const done = { ran: 0, failed: 0, events: [] as string[] }
    for (const { post, action } of due.sort((a, b) => a.at - b.at)) {
      post.planned = post.planned.filter((one) => one.action !== action || one.at > this.now)
      const outcome = action === 'publish' ? this.update(post.id, { locale: 'en', status: 'published' }) : this.unpublish(post.id)
      if ('refused' in outcome) done.failed++
      else {
        done.ran++
        done.events.push(...outcome.events)
      }
    }
    return done
  }
}

const filled = (content: Content) => JSON.parse(JSON.stringify(content), (_key, value) => (value === '' ? null : value))

function keep(post: Post, content: Content, live: boolean): void {
  post.versions = [{ status: live ? 'published' : 'draft', content: copy(content) }, ...post.versions].slice(0, MAX_VERSIONS)
}

/** What is done by hand needs no plan any more. */
function endPlan(post: Post, action: Planned['action']): void {
  post.planned = post.planned.filter((one) => one.action !== action)
}

/** A change without words in its locale is checked as one of all of them. */
const writesWords = ({ locale, title, note }: Change, before: Content): boolean =>
  locale === 'all' ||
  (title !== undefined && Boolean(title || before.title[locale])) ||
  (note !== undefined && Boolean(note || before.note[locale]))

/** A title is required in the locale of the change. One about all may leave the default one empty where that says nothing yet and another one does. */
const lacks = ({ title }: Content, locale: Locale | 'all', before: Content = empty()): boolean =>
  locale === 'all' ? !title.en && (!title.th || Boolean(before.title.en)) : !title[locale]

function applied(before: Content, change: Change): Content {
  const after = copy(before)
  for (const name of ['title', 'note'] as const) {
    const given = change[name]
    if (given === undefined) continue
    if (change.locale === 'all') Object.assign(after[name], given)
    else after[name][change.locale] = given as Text
  }
  if (change.plain !== undefined) after.plain = change.plain
  if (change.moods !== undefined) after.moods = change.moods
  return after
}

/** How content reads: with the default locale in place of what is empty, or without, or all at once. */
export function shown(content: Content, locale: Locale | 'all', fallback: boolean): object {
  const text = (value: Record<Locale, Text>) => (locale === 'all' ? value : fallback ? value[locale] || value.en : value[locale])
  return { title: text(content.title), note: text(content.note), plain: content.plain, moods: content.moods }
}
