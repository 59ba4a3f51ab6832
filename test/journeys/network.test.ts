/** A network that fails at random: requests that never arrive, and answers that never come back. */
import type { Route } from 'playwright-core'
import { drawn } from '../harness/depth.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'
import { numberOf, Stage } from './stage.ts'
import { paragraph, text } from './text.ts'

/** The same chances in every run. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

describe('journeys: a network that fails @long', function () {
  this.timeout(300_000)
  for (const [host, database, seed] of drawn(
    [
      [HOSTS[0]!, DATABASES[0]!, 7],
      [HOSTS[1]!, DATABASES[1]!, 11],
    ] as const,
    'network',
  ))
    it(`loses nothing and makes nothing twice, on ${host.name} with ${database.name}`, async () => {
      const stage = await Stage.open(host, database)
      const story = stage.newStory()
      const ada = await stage.writer(story, 'ada@example.org')
      const chance = chances(seed)
      /** What changes something fails, before the server heard of it or after it did. */
      const fail = async (route: Route) => {
        const dice = route.request().method() === 'GET' ? 1 : chance()
        if (dice < 0.15) return route.abort('connectionreset')
        if (dice < 0.3) {
          await route.fetch()
          return route.abort('connectionreset')
        }
        return route.fallback()
      }
      await ada.page.route('**/api/cms/**', fail)
      const count = () => stage.site.cms.count('posts', { draft: true })

      await ada.begins()
      await ada.fills('title', 'Tunnel')
      await ada.arrives()
      await ada.does('has made one document', async () => {
        if ((await count()) !== 1) throw new Error(`there are ${await count()}`)
      })
      story.set('slug', 'en', 'tunnel-vision')
      await ada.typesAt('title', 6, ' vision')
      await ada.fills('summary', 'Dark.')
      await ada.typesInText('body', 0, 0, 'No light.')
      await ada.typesInText('body', 0, 3, 'other ')
      await ada.looksAt('Links')
      await ada.chooses('author', 'Ada', numberOf('Ada'))
      await ada.choosesAlso('tags', 'rail', numberOf('rail'))
      await ada.choosesAlso('tags', 'night', numberOf('night'))
      await ada.adds('links')
      await ada.fills('links.0.label', 'one')
      await ada.adds('links')
      await ada.fills('links.1.label', 'two')
      await ada.moves('links', 1, 0)
      await ada.copies('links', 0)
      await ada.drops('links', 2)
      await ada.removes('tags', 'rail', numberOf('rail'))
      await ada.looksAt('Parts')
      await ada.adds('sections', 'Quote')
      await ada.fills('sections.0.text', 'Wait.')
      await ada.chooses('sections.0.by', 'Bo', numberOf('Bo'))
      await ada.copies('sections', 0)
      await ada.fills('sections.1.text', 'Go on.')
      await ada.moves('sections', 1, 0)
      await ada.looksAt('More')
      await ada.counts('views', 1)
      await ada.fills('seo.headline', 'Tunnels')
      await ada.ticks('featured', true)
      await ada.does('goes offline, writes, and comes back', async ({ seat, page }) => {
        await seat.context.setOffline(true)
        await page.locator('#f-seo-headline').fill('Tunnels, at last')
        story.set('seo.headline', 'en', 'Tunnels, at last')
        await page.clock.fastForward(60_000)
        await seat.context.setOffline(false)
      })
      await ada.reloads()
      await ada.looksAt('Text')
      await ada.does('types on after a save whose answer was lost', async ({ page }) => {
        const lose = async (route: Route) => {
          await route.fetch()
          await page.unroute('**/autosave?**', lose)
          return route.abort('connectionreset')
        }
        await page.route('**/autosave?**', lose)
        await page.locator('#f-summary').fill('Dark. No')
        await page.clock.fastForward(4000)
        await ada.reads(/can’t be reached/)
        await page.locator('#f-summary').fill('Dark. No light.')
        story.set('summary', 'en', 'Dark. No light.')
      })
      await ada.typesInText('body', 0, 0, 'Really: ')
      await ada.writesLine('body', 'Still none.', paragraph(text('Still none.')))
      await ada.undoesAndRedoes('body', 2)
      await ada.marks('body', 0, 0, 6, ['bold'])
      await ada.speaks('th')
      await ada.fills('title', 'อุโมงค์')
      await ada.typesInText('body', 0, 0, 'มืด')
      await ada.speaks('en')
      await ada.erases('title', 7)
      await ada.typesAt('summary', 0, 'Very ')
      await ada.quickly(async () => {
        await ada.typesAt('title', 0, 'The ')
        await ada.fills('summary', 'Light!')
      })
      await ada.does('publishes, as often as it takes', async ({ page }) => {
        await page.unroute('**/api/cms/**', fail)
        await page.getByRole('button', { name: 'Publish', exact: true }).click()
        story.publish()
      })
      await ada.does('has made one document in all', async () => {
        if ((await count()) !== 1) throw new Error(`there are ${await count()}`)
      })

      await ada.leaves(/ERR_|^ \(\)$|400/)
      await stage.close()
    })
})
