/** Every action that galley notes has a sentence in the admin, and every choice of the filter finds some of them. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { sentence } from '../../admin-components/parts/sentence.ts'
import { DEEDS, FILTERED } from '../../admin-components/system/deeds.ts'

describe('admin-components: sentences of the audit log', () => {
  it('exist for every action of the documentation', () => {
    const page = readFileSync(new URL('../../docs/audit.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/^\| of .*$/gm)].flatMap(([row]) => [...row.matchAll(/`([a-z.]+)`/g)].map(([, action]) => action!))
    expect(documented.length).to.be.greaterThan(25)
    expect(Object.keys(DEEDS).sort()).to.deep.equal(documented.sort())
  })

  it('are found by the filter', () => {
    const actions = Object.keys(DEEDS)
    for (const choice of FILTERED)
      expect(
        actions.some((one) => one === choice || one.startsWith(`${choice}.`)),
        choice,
      ).to.equal(true)
  })

  it('hold elements in their places', () => {
    expect(sentence('{who} published {what}', { who: 'Ada', what: 'Trains' }).join('')).to.equal('Ada published Trains')
    expect(sentence('{unknown} stays', {}).join('')).to.equal('{unknown} stays')
  })
})
