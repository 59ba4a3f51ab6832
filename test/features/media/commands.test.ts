/** The commands for files, as people type them. */
import { readdirSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { png } from '../../harness/files.ts'
import { galley, project } from '../../harness/project.ts'

const configWith = (sizes: string) => `import { defineConfig } from 'galley'
import { sqlite } from 'galley/sqlite'
export default defineConfig({
  secret: 'a-secret-that-is-only-for-the-tests',
  db: sqlite({ filename: 'cms.db' }),
  upload: { dir: 'files', imageSizes: ${sizes} },
  commands: [
    { name: 'put', description: 'Upload a file', run: async ({ cms, args }) => void (await cms.upload(args[0])) },
    { name: 'sizes', description: 'List the sizes', run: async ({ cms, log }) => log(JSON.stringify((await cms.find('media')).docs.map((doc) => doc.sizes))) },
  ],
})
`

describe('media: commands', () => {
  let folder: string
  const files = () =>
    readdirSync(path.join(folder, 'files'))
      .filter((name) => name !== '.incoming')
      .sort()

  before(async () => {
    folder = project(configWith('[]'))
    writeFileSync(path.join(folder, 'cat.png'), await png(800, 400))
    galley(folder, 'migrate')
    expect(galley(folder, 'put', 'cat.png')).to.deep.include({ status: 0 })
    expect(galley(folder, 'put', 'cat.png')).to.deep.include({ status: 0 })
  })

  it('media:render makes the sizes that were configured later, once @long', () => {
    expect(files()).to.have.length(2)
    writeFileSync(path.join(folder, 'cms.config.js'), configWith("[{ name: 'card', width: 200 }]"))
    expect(galley(folder, 'media:render').output).to.include('2 rendered')
    expect(JSON.parse(galley(folder, 'sizes').output)[0].card).to.include({ width: 200, height: 100 })
    expect(files()).to.have.length(4)
    expect(galley(folder, 'media:render').output).to.include('0 rendered')
    expect(galley(folder, 'media:render', '--all').output).to.include('2 rendered')
    expect(galley(folder, 'media:check'))
      .to.deep.include({ status: 0 })
      .and.property('output')
      .to.include('0 missing, 0 without a document')
  })

  it('media:check finds files that are missing, and those without a document, and deletes these when told to @long', () => {
    const [lost] = files()
    unlinkSync(path.join(folder, 'files', lost!))
    const stray = path.join(folder, 'files', 'stray-00112233445566778899aabb.png')
    writeFileSync(stray, 'x')
    expect(galley(folder, 'media:check').output, 'it may be a file under way').to.include('1 missing, 0 without a document')
    utimesSync(stray, 0, 0)
    const { status, output } = galley(folder, 'media:check')
    expect(status).to.equal(1)
    expect(output).to.include(`the file ${lost} is missing`).and.to.include('stray-00112233445566778899aabb.png: no document has it')
    expect(output).to.include('1 missing, 1 without a document').and.to.include('Upload the missing files again')
    expect(files()).to.include(path.basename(stray))
    expect(galley(folder, 'media:check', '--delete').output).to.include('no document has it; deleted')
    expect(files()).to.not.include(path.basename(stray))
  })
})
