/** The tutorial, as a newcomer follows it: every file written, every command typed, every answer compared. */
import { expect } from 'chai'
import { follow } from './reader.ts'

describe('docs: the tutorial', function () {
  this.timeout(120_000)

  it('leads where it says, word by word', async () => {
    const said = await follow('docs/tutorial.md')
    expect(said.map(({ command }) => command.split(' ').slice(0, 3).join(' '))).to.include.members([
      'npx galley init',
      'npm start &',
      'node write.js',
    ])
    for (const { command, text, wanted } of said) if (wanted !== undefined) expect(text, command).to.include(wanted)
    expect(said.filter(({ wanted }) => wanted !== undefined)).to.have.length.greaterThan(5)
  })
})
