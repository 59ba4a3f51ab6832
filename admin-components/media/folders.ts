/** The folders of the library: shows the open one, creates new ones, and lists where files can be moved. Tested by test/admin-components/content.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'

export interface Folder {
  id: number
  name: string
  parent: number | null
  /** `Press › 2026`. */
  path: string
}

export async function foldersOf({ client, schema }: App): Promise<Folder[]> {
  if (!schema?.upload.folders) return []
  const all: Omit<Folder, 'path'>[] = []
  for (let page = 1; ; page++) {
    const { docs, hasNextPage } = await client.get<Page<Omit<Folder, 'path'>>>('/media-folders', {
      limit: 100,
      depth: 0,
      page,
      sort: 'name',
    })
    all.push(...docs)
    if (!hasNextPage) break
  }
  const pathOf = (folder: Omit<Folder, 'path'>, depth = 0): string => {
    const above = all.find(({ id }) => id === folder.parent)
    return above && depth < 20 ? `${pathOf(above, depth + 1)} › ${folder.name}` : folder.name
  }
  return all.map((folder) => ({ ...folder, path: pathOf(folder) })).sort((a, b) => a.path.localeCompare(b.path))
}

/** `''`: all files; `none`: files without a folder; otherwise a folder id. */
export function folderBar(
  host: CmsElement,
  folders: readonly Folder[],
  open: string,
  go: (folder: string) => void,
  made: () => unknown,
): TemplateResult | typeof nothing {
  const { schema, client } = host.app
  if (!schema?.upload.folders) return nothing
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    try {
      const folder = await client.post<Folder>('/media-folders', {
        name: new FormData(form).get('name'),
        ...(Number(open) > 0 && { parent: Number(open) }),
      })
      form.reset()
      // biome-ignore lint/style/noNonNullAssertion: the form is drawn in a `details`
      form.closest('details')!.open = false
      await made()
      go(String(folder.id))
    } catch (error) {
      host.app.say(host.app.explain(error), 'bad')
    }
  }
  return html`
    <select aria-label=${host.t('media.folder')} @change=${(event: Event) => go((event.target as HTMLSelectElement).value)}>
      <option value="" .selected=${open === ''}>${host.t('media.folder.all')}</option>
      <option value="none" .selected=${open === 'none'}>${host.t('media.folder.none')}</option>
      ${folders.map(({ id, path }) => html`<option value=${id} .selected=${open === String(id)}>${path}</option>`)}
    </select>
    ${
      host.app.collection('media-folders')?.may.create
        ? html`
            <details class="inline-form">
              <summary class="button">${icon('folder-plus')}${host.t('media.folder.new')}</summary>
              <form class="row" @submit=${make}>
                <input
                  name="name"
                  required
                  aria-label=${host.t('media.folder.name')}
                  placeholder=${host.t('media.folder.name')} />
                <button>${host.t('rows.add')}</button>
              </form>
            </details>
          `
        : nothing
    }
  `
}
