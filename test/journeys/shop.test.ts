/** An editor of the shop works on blocks that stand three levels deep. */
import { DATABASES, HOSTS } from '../harness/start.ts'
import { numberOf, Stage } from './stage.ts'
import { paragraph, text } from './text.ts'

const THINGS = 'sections.0.columns.0.things'

describe('journeys: a shop editor', function () {
  this.timeout(300_000)
  for (const [host, database] of [
    [HOSTS[0]!, DATABASES[0]!],
    [HOSTS[1]!, DATABASES[1]!],
  ] as const)
    it(`arranges blocks three levels deep, on ${host.name} with ${database.name}`, async () => {
      const stage = await Stage.open(host, database)
      const story = await stage.storyOf({ title: 'Shop', status: 'published' })
      const chai = await stage.writer(story, 'chai@example.org')

      await chai.opens()
      await chai.looksAt('Parts')
      await chai.adds('sections', 'Shelf')
      await chai.fills('sections.0.heading', 'For nights on trains')
      await chai.adds('sections.0.columns')
      await chai.selects('sections.0.columns.0.width', 'half')
      await chai.adds(THINGS, 'Product')
      await chai.fills(`${THINGS}.0.name`, 'Pillow')
      await chai.chooses(`${THINGS}.0.of`, 'night', numberOf('night'))
      await chai.choosesAlso(`${THINGS}.0.more`, 'rail', numberOf('rail'))
      await chai.chooses(`${THINGS}.0.picture`, 'dusk.png', numberOf('dusk.png'))
      await chai.choosesAlso(`${THINGS}.0.more`, 'sea', numberOf('sea'))
      await chai.typesInText(`${THINGS}.0.story`, 0, 0, 'Soft.')
      await chai.typesInText(`${THINGS}.0.story`, 0, 0, 'Very ')
      await chai.adds(THINGS, 'Note')
      await chai.typesInText(`${THINGS}.1.text`, 0, 0, 'Only here.')
      await chai.writesLine(`${THINGS}.1.text`, 'And there.', paragraph(text('And there.')))
      await chai.adds(THINGS, 'Product')
      await chai.fills(`${THINGS}.2.name`, 'Blanket')
      await chai.counts(`${THINGS}.2.price`, 19.5)
      await chai.moves(THINGS, 2, 0)
      await chai.typesInText(`${THINGS}.1.story`, 0, 5, 'very ')
      await chai.typesAt(`${THINGS}.0.name`, 0, 'Warm ')
      await chai.copies(THINGS, 1)
      await chai.typesAt(`${THINGS}.2.name`, 6, ' two')
      await chai.typesInText(`${THINGS}.2.story`, 0, 0, 'Also: ')
      await chai.removes(`${THINGS}.2.more`, 'rail', numberOf('rail'))
      await chai.publishes()
      await chai.looksAt('Parts')
      await chai.folds(THINGS, 0)
      await chai.moves(THINGS, 3, 1)
      await chai.typesInText(`${THINGS}.1.text`, 1, 3, ' again')
      await chai.folds(THINGS, 0)
      await chai.adds('sections.0.columns')
      await chai.adds('sections.0.columns.1.things', 'Note')
      await chai.typesInText('sections.0.columns.1.things.0.text', 0, 0, 'On the right.')
      await chai.moves('sections.0.columns', 1, 0)
      await chai.typesInText('sections.0.columns.0.things.0.text', 0, 3, 'the far ')
      await chai.adds('sections', 'Quote')
      await chai.fills('sections.1.text', 'Sleep well.')
      await chai.chooses('sections.1.by', 'Bo', numberOf('Bo'))
      await chai.moves('sections', 1, 0)
      await chai.reloads()
      await chai.looksAt('Parts')
      await chai.fills('sections.1.columns.1.things.0.name', 'Thick blanket')
      await chai.drops('sections.1.columns.1.things', 3)
      await chai.copies('sections', 1)
      await chai.removes('sections.2.columns.1.things.2.of', 'night', numberOf('night'))
      await chai.drops('sections', 0)
      await chai.reloads()
      await chai.publishes()

      await chai.leaves()
      await stage.close()
    })
})
