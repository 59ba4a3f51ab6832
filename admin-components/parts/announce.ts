/** Tells screen readers what can only be seen otherwise, in a status region of the page or of the dialog in front. Tested by test/admin-components/moving.test.ts. */
import type { CmsElement } from '../element.ts'

const regions = new WeakMap<ParentNode, HTMLElement>()

/** Screen readers don't announce changes outside an open dialog. */
export function announce(host: CmsElement, text: string): void {
  // An element that is no longer in the page has nothing to announce.
  if (!host.isConnected) return
  const place = host.closest('dialog') ?? (host.getRootNode() as ShadowRoot)
  const region = regionOf(place)
  // A region is read when it changes, so the same text again needs a change too; a new region has to be there before its text.
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, 50)
}

function regionOf(place: ParentNode): HTMLElement {
  const known = regions.get(place)
  if (known?.isConnected) return known
  const region = document.createElement('div')
  region.className = 'unseen'
  region.setAttribute('role', 'status')
  place.append(region)
  regions.set(place, region)
  return region
}
