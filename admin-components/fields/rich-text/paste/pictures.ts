/** Pictures and embedded pages inside pasted HTML: pictures go to the library, pages of allowed sites become embeds, and what is left out is counted.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */
import { embedOf } from '../../../../lib/rich-text/embeds.ts'
import { isEmoji } from '../../../../lib/rich-text/html-meaning.ts'
import type { TextHost } from '../text-host.ts'
import { type LeftOut, nothingLeftOut } from './left-out.ts'
import { removeEmptied } from './line-edges.ts'

export function takePictures(root: HTMLElement, { uploads, settings, element: { app } }: TextHost): LeftOut {
  const left = nothingLeftOut()
  const mayUpload = settings.features.has('image') && app.collection('media')?.may.create === true
  for (const picture of root.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    if (isEmoji({ class: picture.className, 'data-stringify-type': picture.getAttribute('data-stringify-type') ?? '' })) {
      picture.replaceWith(picture.alt)
      continue
    }
    if (isInvisible(picture)) {
      picture.remove()
      continue
    }
    const file = mayUpload ? fileIn(src) : undefined
    const key = file
      ? uploads.addFiles([file])[0]
      : mayUpload && app.known.upload.fromURL && /^https?:/i.test(src)
        ? uploads.addURL(src)
        : undefined
    if (key === undefined) left.pictures++
    replaceBlock(picture, key === undefined ? undefined : { upload: key, alt: picture.getAttribute('alt') ?? '' })
  }
  for (const frame of root.querySelectorAll('iframe, embed, object, video, audio')) {
    const src = frame.getAttribute('src') ?? frame.getAttribute('data') ?? ''
    const isAllowed = settings.features.has('embed') && embedOf(src, settings.embeds)
    if (!isAllowed) left.embeds++
    replaceBlock(frame, isAllowed ? { embed: src } : undefined)
  }
  return left
}

/** Pictures of one pixel count readers. */
const isInvisible = (picture: HTMLImageElement): boolean =>
  ['width', 'height'].every((name) => ['0', '1'].includes(picture.getAttribute(name) ?? ''))

function replaceBlock(element: Element, data: Readonly<Record<string, string>> | undefined): void {
  if (!data) return removeEmptied(element)
  const place = element.ownerDocument.createElement('div')
  Object.assign(place.dataset, data)
  element.replaceWith(place)
}

/** The admin's policy forbids fetching `data:` addresses, so they are decoded here. */
function fileIn(src: string): File | undefined {
  const [, type, data] = /^data:(image\/[\w.+-]+);base64,([\sA-Za-z0-9+/=]+)$/.exec(src) ?? []
  if (!type || !data) return undefined
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (character) => character.charCodeAt(0))
    return new File([bytes], `picture.${type.slice(6).replace('jpeg', 'jpg').replace(/\+.*/, '')}`, { type })
  } catch {
    return undefined
  }
}

/** The description of the only picture in the HTML that browsers add to a copied picture. */
export function descriptionIn(html: string): string {
  const pictures = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img')
  return pictures.length === 1 ? (pictures[0]?.getAttribute('alt') ?? '') : ''
}
