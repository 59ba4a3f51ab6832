/** The icons that a schema may name are those that the admin can draw. */
import { expect } from 'chai'
import * as drawn from '../../admin-components/parts/icons.ts'
import { ICONS } from '../../schema/icons.ts'

describe('admin-components: icons', () => {
  it('of the schema are those of the admin, in alphabetical order', () => {
    const names = Object.keys(drawn).map((name) => name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase())
    expect([...ICONS]).to.deep.equal(names.sort())
  })
})
