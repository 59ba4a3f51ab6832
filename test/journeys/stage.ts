/** Where journeys take place: the newspaper on a host and a database, with people, tags and pictures in it. */
import { type BrowserOptions, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { type Database, type Host, temporaryFile } from '../harness/start.ts'
import { LOCALIZED, newspaper } from './newspaper.ts'
import { MADE, Story, type Values } from './story.ts'
import { Writer } from './writer.ts'

export const AUTHORS = ['Ada', 'Bo', 'Chai'] as const
export const TAGS = ['rail', 'night', 'city', 'food', 'sea'] as const
export const PICTURES = ['dawn.png', 'noon.png', 'dusk.png'] as const

/** The number that one of the above has. */
export const numberOf = (name: string): number =>
  [AUTHORS, TAGS, PICTURES].map((names) => (names as readonly string[]).indexOf(name) + 1).find((number) => number > 0)!

export class Stage {
  readonly site: Site

  private constructor(site: Site) {
    this.site = site
  }

  static async open(host: Host, database: Database): Promise<Stage> {
    const site = await serve({ ...newspaper, upload: { dir: temporaryFile('-files') } }, { host, database })
    for (const name of AUTHORS) await site.cms.create('authors', { name })
    for (const name of TAGS) await site.cms.create('tags', { name })
    for (const filename of PICTURES) await site.cms.upload({ filename, content: await png() })
    return new Stage(site)
  }

  /** A post that is yet to be written. */
  newStory(): Story {
    const story = new Story(this.site.cms, 'posts', LOCALIZED)
    story.draft['slug'] = MADE
    return story
  }

  /** A post that is there already, in one language or with the words of all. */
  async storyOf(values: Values, locale?: 'all'): Promise<Story> {
    const { id } = (await this.site.cms.create('posts', values, { locale })) as { id: number }
    const story = this.newStory()
    story.id = id
    await story.take()
    return story
  }

  writer(story: Story, email: string, options?: BrowserOptions): Promise<Writer> {
    return Writer.at(this.site, story, email, options)
  }

  async close(): Promise<void> {
    await this.site.stop()
  }
}
