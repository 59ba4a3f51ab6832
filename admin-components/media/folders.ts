/** The folders of the library, as a tree and as cards: opens and creates them, and takes what is dropped on them.
 * Tested by test/admin-components/arranging.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import type { RightsToDocuments } from '../app/document-rights.ts'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'

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
export type Open = string

export interface FolderArea {
  folders: readonly Folder[]
  open: Open
  /** Takes files of the library, or of the computer, that were dropped on a folder. */
  drop(event: DragEvent, folder: Open): void
}

/** Folders of the tree that somebody opened or closed. Those at the top, and those around the open one, are open at first. */
const UNFOLDED = new WeakMap<CmsElement, Map<number, boolean>>()

export const DRAGGED = 'application/x-galley-files'

export const foldersLook = css`
  .library { display: grid; gap: var(--s5); grid-template-columns: clamp(208px, 18cqi, 280px) minmax(0, 1fr); align-items: start; }
  .folder-tree { display: grid; gap: 1px; position: sticky; inset-block-start: var(--s4); max-block-size: calc(100dvh - 2 * var(--s4)); overflow-y: auto; }
  .folder-tree .fold { inline-size: 24px; min-block-size: 34px; }
  .folder-tree .fold[aria-expanded] { background: none; color: var(--muted); }
  .folder-tree .fold svg.icon { inline-size: 14px; block-size: 14px; }
  .folder-tree ul ul { padding-inline-start: var(--s4); }
  .folder-tree .node { display: flex; align-items: center; }
  .folder-tree .node a { flex: 1; min-inline-size: 0; display: flex; gap: var(--s2); align-items: center; min-block-size: 34px; padding: 0 var(--s2); border-radius: var(--radius); color: var(--text); }
  .folder-tree .node a:hover { background: var(--tint); text-decoration: none; }
  .folder-tree .node a[aria-current='page'] { background: var(--wash); color: var(--link); font-weight: 550; }
  .folder-tree .node a.over, .folder-cards a.over { box-shadow: inset 0 0 0 2px var(--accent); background: var(--wash); }
  .folder-cards { display: grid; gap: var(--s3); grid-template-columns: repeat(auto-fill, minmax(min(190px, 45%), 1fr)); }
  .folder-cards a { display: flex; gap: var(--s2); align-items: center; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--s3); color: var(--text); font-weight: 550; min-inline-size: 0; }
  .folder-cards a:hover { border-color: var(--edge); text-decoration: none; }
  .page-head .row.named { justify-content: flex-start; }
  .folder-choice { display: none; }
  @container (max-width: 900px) {
    .library { grid-template-columns: minmax(0, 1fr); }
    .folder-tree { display: none; }
    .folder-choice { display: inline-block; }
  }
  @container (min-width: 640.02px) and (max-width: 940px) {
    .tools .folder-choice { flex: 1 1 6.5rem; min-inline-size: 0; }
    .tools:has(.folder-choice) .search { flex: 2 1 110px; }
  }
  @container (min-width: 640.02px) and (max-width: 760px) {
    .tools:has(.folder-choice) .search { flex-basis: 100%; }
  }
`

/** The name of the open folder, the button that changes it, and the way back to all files. */
export function libraryHeading(host: CmsElement, area: FolderArea, editor: TemplateResult | typeof nothing): TemplateResult {
  const folder = area.folders.find(({ id }) => String(id) === area.open)
  if (!folder) return html`<h1>${host.t('area.media')}</h1>`
  return html`
    <div>
      <nav class="crumbs" aria-label=${host.t('crumbs')}>${target(host, area, '', html`${host.t('area.media')}`)}</nav>
      <div class="row named"><h1>${folder.name}</h1>${editor}</div>
    </div>
  `
}

export function folderTree(host: CmsElement, area: FolderArea): TemplateResult {
  const above = new Set<number | null>()
  for (let at = area.folders.find(({ id }) => String(id) === area.open); at && !above.has(at.id); at = parentOf(area, at)) above.add(at.id)
  const childrenOf = (parent: number | null): TemplateResult | typeof nothing => {
    const inside = area.folders.filter((folder) => folder.parent === parent)
    if (inside.length === 0) return nothing
    return html`
      <ul>
        ${inside.map((folder) => {
          const isOpen = UNFOLDED.get(host)?.get(folder.id) ?? (parent === null || above.has(folder.id))
          const hasMore = area.folders.some((one) => one.parent === folder.id)
          return html`
            <li>
              ${node(host, area, String(folder.id), folder.name, 'folder', hasMore ? foldButton(host, folder, isOpen) : nothing)}
              ${isOpen ? childrenOf(folder.id) : nothing}
            </li>
          `
        })}
      </ul>
    `
  }
  return html`
    <nav class="folder-tree" aria-label=${host.t('media.folders')}>
      ${node(host, area, '', host.t('media.folder.all'), 'image')} ${node(host, area, 'none', host.t('media.folder.none'), 'minus')}
      ${childrenOf(null)}
    </nav>
  `
}

/** The folders inside the open one, and the way back up. */
export function folderCards(host: CmsElement, area: FolderArea): TemplateResult | typeof nothing {
  if (area.open === 'none') return nothing
  const open = area.folders.find(({ id }) => String(id) === area.open)
  const inside = area.folders.filter(({ parent }) => parent === (open?.id ?? null))
  if (inside.length === 0 && !open) return nothing
  const up = open && parentOf(area, open)
  return html`
    <ul class="folder-cards" aria-label=${host.t('media.folders')}>
      ${open ? html`<li>${target(host, area, up ? String(up.id) : '', html`${icon('arrow-left')}<span class="clip">${up?.name ?? host.t('media.folder.all')}</span>`)}</li>` : nothing}
      ${inside.map(({ id, name }) => html`<li>${target(host, area, String(id), html`${icon('folder')}<span class="clip">${name}</span>`)}</li>`)}
    </ul>
  `
}

const parentOf = ({ folders }: FolderArea, { parent }: Folder): Folder | undefined => folders.find(({ id }) => id === parent)

function foldButton(host: CmsElement, { id, name }: Folder, isOpen: boolean): TemplateResult {
  const turn = () => {
    UNFOLDED.set(host, new Map([...(UNFOLDED.get(host) ?? []), [id, !isOpen]]))
    host.requestUpdate()
  }
  return html`
    <button type="button" class="plain icon-only fold" aria-expanded=${isOpen} aria-label=${host.t('media.fold', { name })} @click=${turn}>
      ${icon(isOpen ? 'chevron-down' : 'chevron-right')}
    </button>
  `
}

const node = (
  host: CmsElement,
  area: FolderArea,
  folder: Open,
  name: string,
  face: string,
  fold: TemplateResult | typeof nothing = nothing,
): TemplateResult =>
  html`<div class="node">${target(host, area, folder, html`${icon(face)}<span class="clip">${name}</span>`)}${fold}</div>`

/** A link to a folder, on which files can be dropped. */
function target(host: CmsElement, area: FolderArea, folder: Open, content: TemplateResult): TemplateResult {
  const { router } = host.app
  const mark = (event: DragEvent, isOver: boolean) => (event.currentTarget as Element).classList.toggle('over', isOver)
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    router.query({ folder, page: undefined, q: undefined }, 'push')
  }
  return html`
    <a
      draggable="false"
      href=${router.href(folder ? `media?folder=${folder}` : 'media')}
      aria-current=${folder === area.open ? 'page' : 'false'}
      @click=${go}
      @dragover=${(event: DragEvent) => {
        if (!isDropped(event)) return
        event.preventDefault()
        mark(event, true)
      }}
      @dragleave=${(event: DragEvent) => mark(event, false)}
      @drop=${(event: DragEvent) => {
        mark(event, false)
        event.preventDefault()
        event.stopPropagation()
        area.drop(event, folder)
      }}>${content}</a>
  `
}

const isDropped = ({ dataTransfer }: DragEvent): boolean => ['Files', DRAGGED].some((type) => dataTransfer?.types.includes(type))

/** A form below its button stays in the window, and its input takes what is typed. */
export function placeForm({ target }: Event): void {
  const form = (target as HTMLElement).querySelector('form')
  form?.classList.remove('from-end')
  const { left = 0, right = 0 } = form?.getBoundingClientRect() ?? {}
  form?.classList.toggle('from-end', left < 0 || right > window.innerWidth)
  form?.querySelector('input')?.focus()
}

/** Opens the form of the open folder, which renames, moves and deletes it. */
export function folderEditor(
  host: CmsElement,
  open: Open,
  rights: RightsToDocuments,
  changed: () => unknown,
): TemplateResult | typeof nothing {
  const id = Number(open)
  const entity = host.app.collection('media-folders')
  if (!(id > 0) || !entity) return nothing
  const may = rights.to(entity, [id])
  if (!may.update && !may.delete) return nothing
  const edit = async () => {
    const drawer = await loadFor(host, () => import('../document/drawer.ts'))
    await drawer?.openDrawer(host, 'media-folders', id)
    await changed()
  }
  const label = host.t('media.folder.edit')
  return html`<button class="icon-only" aria-label=${label} title=${label} @click=${edit}>${icon('pencil')}</button>`
}

/** The folder of a file, as a choice of its form. */
export function folderField(host: CmsElement, doc: Doc, folders: readonly Folder[], isOpen: boolean): TemplateResult {
  const now = doc['folder']?.id ?? doc['folder']
  return html`
    <div class="field">
      <label for="file-folder">${host.t('media.folder')}</label>
      <select id="file-folder" name="folder" ?disabled=${!isOpen}>
        <option value="">${host.t('media.folder.none')}</option>
        ${folders.map(({ id, path }) => html`<option value=${id} .selected=${id === now}>${path}</option>`)}
      </select>
    </div>
  `
}

/** Where files are looked for in a dialog. */
export const folderChoice = (
  host: CmsElement,
  folders: readonly Folder[],
  choose: (event: Event) => unknown,
): TemplateResult | typeof nothing =>
  folders.length === 0
    ? nothing
    : html`
        <select class="locale" aria-label=${host.t('media.folder')} @change=${choose}>
          <option value="">${host.t('media.folder.all')}</option>
          <option value="none">${host.t('media.folder.none')}</option>
          ${folders.map(({ id, path }) => html`<option value=${id}>${path}</option>`)}
        </select>
      `

/** On narrow screens, and for the new folder: the open folder as a choice, and a form. */
export function folderBar(
  host: CmsElement,
  { folders, open }: FolderArea,
  go: (folder: Open) => void,
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
    <select class="folder-choice" aria-label=${host.t('media.folder')} @change=${(event: Event) => go((event.target as HTMLSelectElement).value)}>
      <option value="" .selected=${open === ''}>${host.t('media.folder.all')}</option>
      <option value="none" .selected=${open === 'none'}>${host.t('media.folder.none')}</option>
      ${folders.map(({ id, path }) => html`<option value=${id} .selected=${open === String(id)}>${path}</option>`)}
    </select>
    ${
      host.app.collection('media-folders')?.may.create
        ? html`
            <details class="inline-form" @toggle=${placeForm}>
              <summary class="button" title=${host.t('media.folder.new')} aria-label=${host.t('media.folder.new')}>${icon('folder-plus')}<span class="roomy">${host.t('media.folder.new')}</span></summary>
              <form class="row" @submit=${make}>
                <input
                  name="name"
                  required
                  aria-label=${host.t('media.folder.name')}
                  placeholder=${host.t('media.folder.name')} />
                <button>${host.t('media.folder.create')}</button>
              </form>
            </details>
          `
        : nothing
    }
  `
}
