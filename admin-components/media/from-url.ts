/** A form that takes a file from a URL into the open folder. Tested by test/admin-components/system.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { type Open, placeForm } from './folders.ts'

export function fromUrl(host: CmsElement, folder: Open, taken: () => unknown): TemplateResult | typeof nothing {
  const { app } = host
  if (!app.known.upload.fromURL) return nothing
  const take = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    try {
      await app.client.post('/media', { url: new FormData(form).get('url'), ...(Number(folder) > 0 && { folder: Number(folder) }) })
      form.reset()
      // biome-ignore lint/style/noNonNullAssertion: the form is drawn in a `details`
      form.closest('details')!.open = false
      app.say(host.t('media.done'))
      await taken()
    } catch (error) {
      app.say(app.explain(error), 'bad')
    }
  }
  return html`
    <details class="inline-form" @toggle=${placeForm}>
      <summary class="button">${icon('link')}${host.t('media.fromUrl')}</summary>
      <form class="row" @submit=${take}>
        <input type="url" name="url" required aria-label=${host.t('media.fromUrl.address')} placeholder="https://" />
        <button>${host.t('media.upload')}</button>
      </form>
    </details>
  `
}
