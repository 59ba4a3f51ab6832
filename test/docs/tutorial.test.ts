/** The tutorial and the README, as a newcomer follows them: every file written, every command typed, every answer compared. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { follow, Reader } from './reader.ts'

describe('docs: the tutorial', function () {
  this.timeout(120_000)

  it('leads where it says, word by word @long', async () => {
    const outputs = await follow('docs/tutorial.md')
    expect(outputs.map(({ command }) => command.split(' ').slice(0, 3).join(' '))).to.include.members([
      'npx galley init',
      'npm start &',
      'node write.js',
    ])
    for (const { command, text, wanted } of outputs) if (wanted !== undefined) expect(text, command).to.include(wanted)
    expect(outputs.filter(({ wanted }) => wanted !== undefined)).to.have.length.greaterThan(5)
  })
})

describe('docs: the README', function () {
  this.timeout(120_000)
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => match[1]!.trim().split('\n'))

  it('puts the CMS into an application that is there, and makes a site in an empty folder @long', async () => {
    expect(commands).to.include('npx galley init')
    expect(text).to.include('`npx galley init my-site`')
    const reader = await Reader.open()
    try {
      reader.write('package.json', '{ "type": "module" }')
      reader.write(
        'server.js',
        "import express from 'express'\n\nconst app = express()\napp.get('/', (req, res) => res.send('ours'))\napp.listen(process.env.PORT)\n",
      )
      await reader.type('npx galley init --yes')
      await reader.type('npm start &')
      expect(await (await fetch(`${reader.origin}/`)).text()).to.equal('ours')
      expect(await (await fetch(`${reader.origin}/admin`)).text()).to.include('<cms-admin')
      expect((await fetch(`${reader.origin}/api/cms/posts`)).status).to.equal(200)
    } finally {
      await reader.leave()
    }
    const other = await Reader.open()
    try {
      await other.type('npx galley init my-site --yes')
      await other.type('cd my-site')
      await other.type('npm start &')
      expect(await (await fetch(`${other.origin}/`)).text()).to.include('/admin')
    } finally {
      await other.leave()
    }
  })

  it('holds a program that is what it says @long', async () => {
    const program = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1]!).find((one) => one.startsWith('// app.js'))!
    const reader = await Reader.open()
    try {
      reader.write('package.json', '{ "type": "module" }')
      reader.write('server.js', program.replace('app.listen(3000)', 'app.listen(process.env.PORT)'))
      await reader.type('npm install')
      await reader.type('npm start &')
      expect(await (await fetch(`${reader.origin}/`)).json()).to.include({ totalDocs: 0, limit: 5 })
      expect(await (await fetch(`${reader.origin}/api/cms/openapi.json`)).json()).to.have.property('paths')
    } finally {
      await reader.leave()
    }
  })
})
