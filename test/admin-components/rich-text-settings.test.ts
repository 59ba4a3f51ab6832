/** What a field's options let an editor use. */
import { expect } from 'chai'
import { settingsOf } from '../../admin-components/fields/rich-text/settings.ts'
import { toolsFor } from '../../admin-components/fields/rich-text/tools.ts'

const field = { name: 'body', path: 'body', type: 'richText' }
const names = (options: object) => toolsFor(settingsOf({ ...field, ...options }), ({ slug }) => slug).map(({ name }) => name)

describe('admin-components: settings of rich text', () => {
  it('without options: everything but embeds and blocks, every level of headings', () => {
    const { features, headings } = settingsOf(field)
    expect([...features])
      .to.include.members(['table', 'image', 'link', 'mention'])
      .and.not.include.members(['embed', 'block'])
    expect(headings).to.deep.equal([1, 2, 3, 4, 5, 6])
    expect(names({})).to.include.members(['heading1', 'heading6', 'bulletList', 'link', 'undo'])
  })

  it('only the commands of the chosen features and levels', () => {
    const always = names({ features: [] })
    expect(always).to.include.members(['paragraph', 'undo', 'redo'])
    const chosen = names({ features: ['heading', 'bold'], headings: [1] })
    expect(chosen.filter((name) => !always.includes(name))).to.deep.equal(['bold', 'heading1'])
  })

  it('every command has a name of its own', () => {
    const all = names({})
    expect(new Set(all).size).to.equal(all.length)
  })
})
