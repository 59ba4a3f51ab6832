/** Which autosaves the history folds into one version: only those with nothing between them. */
import { expect } from 'chai'
import { itIn } from '../harness/depth.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

interface Between {
  what: string
  /** Whether the second autosave replaces the version of the first one. */
  folds?: true
  /** @default published */
  status?: 'draft'
  /** Globals have no trash. */
  ofDocuments?: true
  act(it: Subject): Promise<unknown>
}

/** One document or one global, at its routes. */
interface Subject {
  path: string
  started: Started
  editor: Browser
  other: Browser
  first: number
}

const done = async (sending: Promise<{ status: number; text: string; body: any }>) => {
  const answer = await sending
  expect(answer.status, answer.text).to.be.within(200, 201)
  return answer.body
}

const plan = async ({ editor, path, started }: Subject, action: string) => {
  await done(editor.post(`${path}/schedule`, { action, at: '2001-01-01T00:00:00.000Z' }))
  expect((await started.cms.runJobs())['scheduled']).to.deep.equal({ ran: 1, failed: 0 })
}

const BETWEEN: Between[] = [
  { what: 'nothing', folds: true, act: async () => {} },
  { what: 'a look at the draft', folds: true, act: ({ editor, path }) => done(editor.get(`${path}?draft=true`)) },
  { what: 'nothing, in a draft that was never published', status: 'draft', folds: true, act: async () => {} },
  { what: 'a discard', act: ({ editor, path }) => done(editor.post(`${path}/discard-draft`)) },
  { what: 'a discard by somebody else', act: ({ other, path }) => done(other.post(`${path}/discard-draft`)) },
  {
    what: 'two discards',
    act: async ({ editor, path }) => [await done(editor.post(`${path}/discard-draft`)), await done(editor.post(`${path}/discard-draft`))],
  },
  { what: 'a restore of what is live', act: ({ editor, path, first }) => done(editor.post(`${path}/versions/${first}/restore`)) },
  { what: 'an autosave of what is live', act: ({ editor, path }) => done(editor.post(`${path}/autosave`, { title: 'Live' })) },
  { what: 'a save of what is live as a draft', act: ({ editor, path }) => done(editor.patch(path, { title: 'Live', status: 'draft' })) },
  { what: 'publishing', act: ({ editor, path }) => done(editor.patch(path, { status: 'published' })) },
  { what: 'publishing a first draft', status: 'draft', act: ({ editor, path }) => done(editor.patch(path, { status: 'published' })) },
  { what: 'unpublishing', act: ({ editor, path }) => done(editor.post(`${path}/unpublish`)) },
  { what: 'a save by hand', act: ({ editor, path }) => done(editor.patch(path, { title: 'By hand' })) },
  { what: 'a save by hand by somebody else', act: ({ other, path }) => done(other.patch(path, { title: 'By hand' })) },
  { what: 'a planned publication', act: (it) => plan(it, 'publish') },
  { what: 'a planned unpublication', act: (it) => plan(it, 'unpublish') },
  {
    what: 'the trash',
    ofDocuments: true,
    act: async ({ editor, path }) => [await done(editor.delete(path)), await done(editor.post(`${path}/recover`))],
  },
  {
    what: 'the trash, as a draft that was never published',
    ofDocuments: true,
    status: 'draft',
    act: async ({ editor, path }) => [await done(editor.delete(path)), await done(editor.post(`${path}/recover`))],
  },
]

describe('features/versions: a series of autosaves', () => {
  DATABASES.forEach((database, index) => {
    describe(`with ${database.name}`, () => {
      let started: Started
      let editor: Browser
      let other: Browser

      before(async () => {
        const content = { drafts: true, versions: true, schedule: true, fields: [{ name: 'title' }, { name: 'note' }] }
        started = await start(HOSTS[index % HOSTS.length]!, database, {
          collections: [{ slug: 'posts', trash: true, ...content }],
          globals: BETWEEN.map((_, at) => ({ slug: `site-${at}`, ...content })),
        } as any)
        for (const name of ['editor', 'other']) await makeUser(started.cms, `${name}@x.org`, { role: 'admin' })
        editor = await new Browser(started.listener).login('editor@x.org')
        other = await new Browser(started.listener).login('other@x.org')
      })
      after(() => end(started?.cms))

      const titles = async (path: string): Promise<string[]> => {
        const { docs } = await done(editor.get(`${path}/versions?limit=50`))
        return Promise.all(docs.map(async ({ id }: { id: number }) => (await done(editor.get(`${path}/versions/${id}`))).data.title))
      }

      async function holds(path: string, between: Between) {
        const first = (await done(editor.get(`${path}/versions`))).docs.at(-1).id
        await done(editor.post(`${path}/autosave`, { title: 'Thrown away' }))
        await between.act({ path, started, editor, other, first })
        const before = await titles(path)
        await done(editor.post(`${path}/autosave`, { note: 'typed on' }))
        const after = await titles(path)
        expect(after, 'what the history kept').to.have.length(between.folds ? before.length : before.length + 1)
        expect(after).to.include('Thrown away')
        await done(editor.post(`${path}/autosave`, { note: 'and on' }))
        expect(await titles(path), 'a new series folds as well').to.have.length(after.length)
      }

      const itHere = itIn(database, DATABASES)
      BETWEEN.forEach((between, at) => {
        const { what, status = 'published' } = between
        itHere(`${between.folds ? 'goes on' : 'ends'} with ${what}, in a document`, async () => {
          const { id } = await done(editor.post('/posts', { title: 'Live', status }))
          await holds(`/posts/${id}`, between)
        })

        if (between.ofDocuments) return
        itHere(`${between.folds ? 'goes on' : 'ends'} with ${what}, in a global`, async () => {
          await done(editor.post(`/globals/site-${at}`, { title: 'Live', status }))
          await holds(`/globals/site-${at}`, between)
        })
      })
    })
  })
})
