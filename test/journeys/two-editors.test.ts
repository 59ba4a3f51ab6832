/** Two people at one article: what they write apart is kept from both, and what they both write is asked. */
import { drawn } from '../harness/depth.ts'
import { PAIRS } from '../harness/start.ts'
import { numberOf, Stage } from './stage.ts'
import { doc, paragraph, text } from './text.ts'

describe('journeys: two editors @long', function () {
  this.timeout(300_000)
  for (const [host, database] of drawn(PAIRS, 'two-editors'))
    it(`write one article, on ${host.name} with ${database.name}`, async () => {
      const stage = await Stage.open(host, database)
      const story = await stage.storyOf({
        title: 'Market',
        summary: 'Fish.',
        body: doc(paragraph(text('It opens at four.'))),
        links: [{ label: 'Map' }],
        status: 'published',
      })
      const [ada, bo] = [await stage.writer(story, 'ada@example.org'), await stage.writer(story, 'bo@example.org')]

      await ada.opens()
      await bo.opens()
      await ada.typesAt('title', 6, ' day')
      await bo.typesAt('summary', 4, ' and rice')
      await ada.typesInText('body', 0, 3, 'always ')
      await bo.looksAt('Links')
      await bo.chooses('author', 'Bo', numberOf('Bo'))
      await bo.choosesAlso('tags', 'food', numberOf('food'))
      await ada.fills('title', 'Market days')
      await ada.typesInText('body', 0, 0, 'Early: ')
      await bo.fills('links.0.label', 'Map of the market')
      await bo.adds('links')
      await bo.fills('links.1.label', 'Prices')
      await ada.typesAt('summary', 0, 'Fresh ')
      await bo.moves('links', 1, 0)
      await ada.looksAt('More')
      await ada.counts('views', 5)
      await ada.ticks('featured', true)
      await bo.choosesAlso('tags', 'sea', numberOf('sea'))
      await ada.looksAt('Text')
      await ada.publishes()
      await bo.chooses('cover', 'dawn.png', numberOf('dawn.png'))
      await ada.typesInText('body', 0, 7, 'so ')
      await bo.publishes()
      await ada.looksAt('More')
      await ada.fills('seo.headline', 'Markets')
      await ada.looksAt('Text')
      await bo.removes('tags', 'food', numberOf('food'))
      await bo.copies('links', 0)
      await ada.typesAt('title', 0, 'The ')
      await bo.drops('links', 2)
      await ada.speaks('th')
      await ada.fills('title', 'ตลาด')
      await bo.fills('links.0.url', 'https://example.org')
      await ada.typesInText('body', 0, 0, 'เปิดตีสี่')
      await ada.speaks('en')
      await bo.removes('author', 'Bo', numberOf('Bo'))
      await ada.typesInText('body', 0, 0, 'Very ')
      await ada.marks('body', 0, 0, 4, ['bold'])
      await bo.chooses('author', 'Chai', numberOf('Chai'))
      await ada.publishes()
      await bo.reloads()
      await bo.fills('title', 'A market')
      await ada.reloads()
      await ada.erases('title', 2)
      await bo.fills('summary', 'All of it.')
      await ada.discards()
      await bo.reloads()
      await bo.typesInText('body', 0, 5, 'very ')
      await bo.publishes()

      await ada.leaves(/400/)
      await bo.leaves(/400/)
      await stage.close()
    })
})
