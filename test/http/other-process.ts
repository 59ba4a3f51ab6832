/** Another process on the same database, which makes the changes that it is sent and says when they are committed. */
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { SECRET } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

export interface Change {
  method: 'create' | 'update' | 'delete'
  given: unknown[]
}

/** What the rules and functions of a configuration go by, which changes without any commit. */
export const world = { isOpen: true, areTagsOpen: true, isNoteOpen: true, suffix: '', hour: 0 }

const log = { info: () => undefined, warn: () => undefined, error: (line: string, facts?: object) => console.error(line, facts) }

/** A collection for each way in which an answer is made. */
export const configAt = (where: string): Config =>
  ({
    secret: SECRET,
    db: adapterFor(where),
    log,
    jobsTimer: false,
    localization: { locales: ['en', 'th'] },
    collections: [
      {
        slug: 'tags',
        access: { read: () => world.areTagsOpen && { hour: { equals: world.hour } } },
        fields: [{ name: 'name', localized: true }, { name: 'hour', type: 'number', defaultValue: 0 }, noteField()],
      },
      {
        slug: 'posts',
        drafts: true,
        access: { read: () => world.isOpen || { views: { equals: 3 } } },
        fields: [
          { name: 'title', localized: true },
          { name: 'views', type: 'number', index: true },
          { name: 'tag', type: 'relationship', to: 'tags' },
          { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
          { name: 'body', type: 'richText' },
          noteField(),
        ],
      },
      { slug: 'shown', access: { read: () => true }, fields: [{ name: 'title', shown: (title: string) => title + world.suffix }] },
      { slug: 'showing', access: { read: () => true }, fields: [{ name: 'one', type: 'relationship', to: 'shown' }] },
      {
        slug: 'hooked',
        access: { read: () => true },
        fields: [{ name: 'title' }],
        hooks: { afterRead: [({ doc }: any) => ({ ...doc, title: doc.title + world.suffix })] },
      },
    ],
  }) as object as Config

const noteField = () => ({ name: 'note', access: { read: () => world.isNoteOpen } })

if (process.argv[1]?.endsWith('other-process.ts')) {
  const cms: any = await createCms(configAt(process.argv[2]!))
  process.on('message', async ({ method, given }: Change) => process.send!(await cms[method](...given).then(({ id }: any) => id, String)))
  process.once('disconnect', () => cms.stop())
  process.send!('ready')
}
