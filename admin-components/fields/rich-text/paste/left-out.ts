/** Tells the writer in one line which parts of a paste were left out, or became paragraphs. Tested by test/admin-components/narrow-field.test.ts. */
import type { TextHost } from '../text-host.ts'

export interface LeftOut {
  pictures: number
  embeds: number
  files: number
  blocks: number
  /** Headings, lists, tables, quotes or code became paragraphs. */
  isPlainer: boolean
}

export const nothingLeftOut = (): LeftOut => ({ pictures: 0, embeds: 0, files: 0, blocks: 0, isPlainer: false })

export function sayLeftOut({ element }: TextHost, { pictures, embeds, files, blocks, isPlainer }: LeftOut): void {
  const said = [
    pictures > 0 && element.t('text.paste.pictures', { count: pictures }),
    embeds > 0 && element.t('text.paste.embeds', { count: embeds }),
    files > 0 && element.t('text.paste.files', { count: files }),
    blocks > 0 && element.t('text.paste.blocks', { count: blocks }),
    isPlainer && element.t('text.paste.plainer'),
  ].filter(Boolean)
  if (said.length > 0) element.app.say(said.join('. '), 'plain')
}
