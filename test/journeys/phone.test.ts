/** Somebody on the way changes an article on a phone. */
import { drawn } from '../harness/depth.ts'
import { PAIRS } from '../harness/start.ts'
import { numberOf, Stage } from './stage.ts'
import { doc, paragraph, text } from './text.ts'

describe('journeys: a phone @long', function () {
  this.timeout(300_000)
  for (const [host, database] of drawn(PAIRS, 'phone'))
    it(`is enough to write and publish, on ${host.name} with ${database.name}`, async () => {
      const stage = await Stage.open(host, database)
      const story = await stage.storyOf({
        title: 'Ferry',
        body: doc(paragraph(text('The ferry is late.'))),
        tags: [numberOf('sea')],
        links: [{ label: 'Map' }, { label: 'Prices' }],
        status: 'published',
      })
      const dao = await stage.writer(story, 'dao@example.org', { width: 390 })
      const nothingStandsOut = () =>
        dao.does('sees nothing stand out at the side', async ({ page }) => {
          const [wide, shown] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number]
          if (wide > shown) throw new Error(`the page is ${wide} px wide`)
        })

      await dao.opens()
      await nothingStandsOut()
      await dao.typesAt('title', 5, ' is late')
      await dao.typesInText('body', 0, 13, 'very ')
      await dao.typesInText('body', 0, 22, ' Wait.')
      await dao.marks('body', 0, 13, 17, ['bold'], 'buttons')
      await dao.fills('summary', 'Waiting.')
      await dao.looksAt('Links')
      await nothingStandsOut()
      await dao.choosesAlso('tags', 'food', numberOf('food'))
      await dao.chooses('author', 'Chai', numberOf('Chai'))
      await dao.moves('links', 1, 0)
      await dao.fills('links.0.url', 'https://example.org/prices')
      await dao.copies('links', 1)
      await dao.fills('links.2.label', 'Second map')
      await dao.drops('links', 1)
      await dao.chooses('cover', 'noon.png', numberOf('noon.png'))
      await dao.looksAt('Parts')
      await dao.adds('sections', 'Shelf')
      await dao.fills('sections.0.heading', 'While you wait, read this long and quite unnecessary heading of a shelf')
      await nothingStandsOut()
      await dao.adds('sections.0.columns')
      await dao.adds('sections.0.columns.0.things', 'Product')
      await dao.fills('sections.0.columns.0.things.0.name', 'An umbrella with a name that is longer than the screen of the phone is wide')
      await dao.choosesAlso('sections.0.columns.0.things.0.more', 'sea', numberOf('sea'))
      await nothingStandsOut()
      await dao.adds('sections', 'Quote')
      await dao.fills('sections.1.text', 'It will come.')
      await dao.moves('sections', 1, 0)
      await dao.looksAt('More')
      await dao.counts('views', 3)
      await dao.looksAt('About')
      await dao.ticks('featured', true)
      await dao.looksAt('Text')
      await dao.publishes()
      await dao.reloads()
      await dao.speaks('th')
      await dao.fills('title', 'เรือมาช้า')
      await dao.typesInText('body', 0, 0, 'รอ')
      await dao.speaks('en')
      await dao.leavesAndReturns()
      await dao.erases('title', 5)
      await dao.quickly(async () => {
        await dao.typesAt('title', 8, 'never late')
        await dao.looksAt('Links')
        await dao.removes('tags', 'sea', numberOf('sea'))
      })
      await dao.looksAt('Text')
      await dao.typesInText('body', 0, 0, 'No: ')
      await dao.undoesAndRedoes('body', 2)
      await dao.publishes()
      await dao.typesAt('summary', 0, 'Still ')
      await dao.discards()

      await dao.leaves()
      await stage.close()
    })
})
