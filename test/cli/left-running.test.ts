/** A configuration file that starts something: the command says so, changes nothing, and ends. */
import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

const CONFIG = `import { createServer } from 'node:http'
import { cmsHandler } from 'galley/node'
import { createCms, sdl } from 'galley'
import { sqlite } from 'galley/sqlite'
const config = {
  secret: 'a-secret-that-is-only-for-the-tests',
  db: sqlite({ filename: new URL('./cms.db', import.meta.url).pathname }),
  schema: sdl\`type Tag @collection(slug: "tags") @access(read: anyone) { name: String! }\`,
}
`

describe('cli: a configuration that starts something', function () {
  this.timeout(60_000)

  it('is the CMS: no table is created', () => {
    for (const [start, said] of [
      ['export default cmsHandler(config)', 'must export the configuration as its default export'],
      ['export default await createCms(config)', 'cms.config.js starts the CMS while a command loads it'],
    ]) {
      const folder = project(`${CONFIG}${start}\n`)
      const { status, output } = galley(folder, 'doctor')
      expect(status, output).to.equal(1)
      expect(output).to.include(said)
      expect(readdirSync(folder)).to.not.include('cms.db')
    }
  })

  it('is a server or a timer: the command ends all the same @long', () => {
    for (const start of ['createServer().listen(0)', 'setInterval(() => undefined, 1000)']) {
      const { status, output } = galley(project(`${CONFIG}${start}\nexport default config\n`), 'schema:check')
      expect(status, output).to.equal(0)
      expect(output).to.include('The schema is valid').and.to.include('has started something that still runs')
    }
  })
})
