/** A copy of a field, in whichever form of its entity and for whichever locale, counts as the field that was declared. */
import { expect } from 'chai'
import { everyCopy, FieldSet } from '../../schema/field-set.ts'
import { everyField } from '../../schema/model.ts'
import { BETTER_SQLITE, end, startCms } from '../harness/start.ts'

const words = [{ name: 'plain' }, { name: 'spoken', localized: true }]

it('schema/field-set: every form has the same fields, and a set that was made of one holds those of the others', async () => {
  const cms = await startCms(BETTER_SQLITE, {
    localization: { locales: ['en', 'th'] },
    collections: [
      {
        slug: 'pages',
        fields: [
          ...words,
          { name: 'group', type: 'group', fields: words },
          { name: 'rows', type: 'array', fields: [...words, { name: 'inner', type: 'group', fields: words }] },
          { name: 'blocks', type: 'blocks', blocks: [{ slug: 'one', fields: words }] },
          { name: 'lists', type: 'array', localized: true, fields: [{ name: 'list', type: 'array', fields: [{ name: 'word' }] }] },
        ],
      },
    ],
  } as object)
  try {
    const entity = cms.engine.entity('pages')
    const forms = [entity.forms!.whole, entity.forms!.in('th', false), entity.forms!.in('th', true)]
    const all = new FieldSet(everyField(entity.fields))
    for (const { fields, form } of forms) {
      const copies = [...everyCopy(fields)]
      expect(new FieldSet(copies).size, form).to.equal(all.size)
      for (const field of copies) expect(all.has(field), `${form} ${field.path}`).to.equal(true)
    }
    const word = new FieldSet(everyCopy(entity.fields)).filter(({ name }) => name === 'word')
    expect([...word].map(({ path }) => path)).to.have.members(['lists.list.word', 'lists.en.list.word', 'lists.th.list.word'])
    expect(word.once().length).to.equal(1)
  } finally {
    await end(cms)
  }
})
