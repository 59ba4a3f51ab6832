/** Misspelt fields in data of your own code: ignored as over HTTP, but named once in development. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { configWith, DATABASES, end, type Started } from '../harness/start.ts'

describe('operations: unknown fields', () => {
  let logged: Started['logged']
  let cms: Handle
  const begin = async (more: object = {}, hooks: object = {}) => {
    logged = []
    const title = { name: 'title' }
    const fields = [
      title,
      { name: 'seo', type: 'group', fields: [title] },
      { name: 'rows', type: 'array', fields: [title] },
      { name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', fields: [title] }] },
      { name: 'any', type: 'json' },
      { name: 'parent', type: 'relationship', to: 'posts' },
    ]
    const collections = [{ slug: 'posts', fields, access: { create: 'anyone' }, hooks }]
    const globals = [{ slug: 'site', fields: [title] }]
    cms = await createCms(configWith(DATABASES[0]!, { collections, globals, ...more } as object, logged), { migrate: false })
    await cms.engine.migrator.apply(cms.engine.tables(), cms.engine.model)
  }
  const lines = () => logged.filter(({ level, line }) => level === 'warn' && line.includes('ignores')).map(({ line }) => line.trim())
  afterEach(() => end(cms))

  it('are named once, at any depth, with what was probably meant', async () => {
    await begin()
    const data: any = { titel: 'x', seo: { titel: 'x' }, rows: [{ titel: 'x' }], layout: [{ blockType: 'quote', titel: 'x' }], qqq: 1 }
    for (let n = 0; n < 2; n++) await cms.create('posts', data)
    await cms.update('posts', 1, { titel: 'y' } as object)
    await cms.updateGlobal('site', { titel: 'x' } as object)
    const meant = "which is not a field; did you mean 'title'?"
    expect(lines()).to.deep.equal([
      `cms.create of 'posts' ignores 'titel', ${meant}`,
      `cms.create of 'posts' ignores 'seo.titel', ${meant}`,
      `cms.create of 'posts' ignores 'rows.titel', ${meant}`,
      `cms.create of 'posts' ignores 'layout.titel', ${meant}`,
      "cms.create of 'posts' ignores 'qqq', which is not a field",
      `cms.update of 'posts' ignores 'titel', ${meant}`,
      `cms.updateGlobal of 'site' ignores 'titel', ${meant}`,
    ])
    expect(await cms.findById('posts', 1)).to.include({ title: null })
  })

  it('are none in documents that were read, in JSON, and in related documents', async () => {
    await begin()
    const { id } = await cms.create('posts', { title: 'x', any: { titel: 1 }, rows: [{ title: 'x' }], layout: [{ blockType: 'quote' }] })
    await cms.create('posts', { parent: id })
    const read = (await cms.findById('posts', 2)) as object
    await cms.update('posts', 2, { ...read })
    await cms.updateGlobal('site', { ...(await cms.findGlobal('site')) })
    expect(lines()).to.deep.equal([])
  })

  it('are apart from documents in place of ids, which lack those that the reader can’t see', async () => {
    await begin()
    const { id } = await cms.create('posts', { title: 'x' })
    await cms.create('posts', { parent: id })
    for (let n = 0; n < 2; n++) await cms.update('posts', 2, (await cms.findById('posts', 2)) as object)
    await cms.update('posts', 2, (await cms.findById('posts', 2, { depth: 0 })) as object)
    const warned = logged.filter(({ level }) => level === 'warn').map(({ line }) => line.trim())
    expect(warned).to.deep.equal([
      "cms.update of 'posts' got a document in 'parent' instead of its id; read what you write back with depth: 0, or relations that the reader can't see are lost",
    ])
  })

  it('of what hooks return are named, those of callers are not', async () => {
    const beforeChange = ({ data, user }: any) => (user === null ? { ...data, titel: 'x' } : data)
    await begin({}, { beforeChange })
    await cms.as(null).create('posts', { tite: 'x' } as object)
    expect(lines()).to.deep.equal(["the hook beforeChange of 'posts' ignores 'titel', which is not a field; did you mean 'title'?"])
  })

  it('are not looked for in production', async () => {
    await begin({ production: true })
    await cms.create('posts', { titel: 'x' } as object)
    expect(lines()).to.deep.equal([])
  })
})
