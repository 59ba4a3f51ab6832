/** The tokens of the admin's style with their purposes; one without a purpose stops the docs. */
import { readFileSync } from 'node:fs'

const PURPOSES: Record<string, string> = {
  '--s1': 'space: inside one thing',
  '--s2': 'space: between things that belong together',
  '--s3': 'space: between rows of a list',
  '--s4': 'space: between fields, inside cards',
  '--s5': 'space: between sections',
  '--s6': 'space: at the sides of a page',
  '--s7': 'space: at the end of a page',
  '--page': 'layout: the widest page',
  '--t1': 'type: badges',
  '--t2': 'type: help, captions, table heads',
  '--t3': 'type: everything else',
  '--t4': 'type: headings of sections',
  '--t5': 'type: the title of a page',
  '--t6': 'type: sign-in and large numbers',
  '--radius': 'corners',
  '--ground': 'the page behind everything',
  '--surface': 'cards, inputs, tables',
  '--raised': 'menus and dialogs',
  '--tint': 'something under the pointer, quiet areas',
  '--line': 'borders between areas',
  '--edge': 'borders of inputs',
  '--text': 'text',
  '--muted': 'text of lesser weight',
  '--accent': 'the main action',
  '--on-accent': 'text on the accent',
  '--link': 'links, and text in the accent',
  '--wash': 'something selected',
  '--bad': 'errors',
  '--bad-fill': 'buttons that delete',
  '--bad-wash': 'the background of errors',
  '--good': 'success',
  '--good-wash': 'the background of success',
  '--warn': 'warnings',
  '--warn-wash': 'the background of warnings',
  '--shadow': 'menus, dialogs, toasts',
  '--focus': 'the ring around the focus',
  '--h1': 'formatted text: the largest heading',
  '--h2': 'formatted text: second level',
  '--h3': 'formatted text: third level',
  '--h4': 'formatted text: fourth level; page titles on phones',
  '--on-fill': 'text on a filled button',
  '--paper': 'behind previews and pictures, in light and dark',
  '--paper-edge': 'the outline of handles on pictures',
  '--veil': 'behind dialogs, around a crop',
  '--found': 'matches of a search in a text',
  '--found-now': 'the current match',
}

const sheet = readFileSync(new URL('../../admin-components/style/tokens.ts', import.meta.url), 'utf8')

export const tokens = [...sheet.matchAll(/^ {4}(--[\w-]+): (.*);$/gm)].map(([, name = '', value = '']) => {
  const purpose = PURPOSES[name]
  if (purpose === undefined) throw new Error(`the token ${name} has no purpose in test/docs/design-tokens.ts`)
  return { name, value, purpose }
})
