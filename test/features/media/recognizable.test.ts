/** Types that no file can have stop the start; the list of those that files can have is that of the library that recognizes them. */
import { expect } from 'chai'
import { supportedMimeTypes } from 'file-type'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { modelFor } from '../../../lib/cms.ts'
import { RECOGNIZABLE } from '../../../lib/features/media/recognizable.ts'
import { SECRET } from '../../harness/start.ts'

const start = (mimeTypes: string[], uploaded?: string[]) =>
  modelFor({
    secret: SECRET,
    db: sqlite({ filename: ':memory:' }),
    ...(uploaded && { upload: { mimeTypes: uploaded } }),
    collections: [{ slug: 'posts', fields: [{ name: 'r', type: 'array', fields: [{ name: 'a', type: 'upload', mimeTypes }] }] }],
  }).then(
    () => '',
    (error: Error) => error.message,
  )

const WRONG: [given: string[], uploaded: string[] | undefined, problem: string][] = [
  [['imgae/*'], undefined, "posts.r.a.mimeTypes: no file is ever recognized as 'imgae/*'. did you mean 'image/*'?"],
  [['image/png', 'image/jpg'], undefined, "no file is ever recognized as 'image/jpg'. did you mean 'image/jpeg'?"],
  [['image/*', 'video/*'], undefined, "no file of the type 'video/*' can be uploaded; add the type to 'upload.mimeTypes'"],
  [['image/svg+xml'], undefined, "no file of the type 'image/svg+xml' can be uploaded"],
  [['archives'], undefined, "no file of the type 'archives' can be uploaded"],
  [['image/*'], ['image/*', 'aplication/pdf'], "upload.mimeTypes: no file is ever recognized as 'aplication/pdf'. did you mean"],
]

describe('features/media/recognizable', () => {
  it('lists what files are recognized as', () => {
    const bare = [...supportedMimeTypes].filter((type) => !type.includes(' '))
    expect(bare.filter((type) => !RECOGNIZABLE.includes(type))).to.deep.equal([])
    expect(RECOGNIZABLE).to.include.members(['text/plain', 'image/svg+xml', 'application/xml'])
  })

  for (const [given, uploaded, problem] of WRONG)
    it(`stops the start with the types ${given} in ${uploaded ?? 'a usual library'}`, async () => {
      expect(await start(given, uploaded)).to.include(problem)
    })

  it('takes groups and types of which one can be uploaded', async () => {
    expect(await start(['documents', 'image/*', 'application/pdf', 'IMAGE/PNG'])).to.equal('')
    expect(await start(['image/svg+xml', 'video/*'], ['image/svg+xml', 'video/mp4'])).to.equal('')
  })
})
