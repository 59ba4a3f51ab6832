/** Icons by name: the admin's own and those that content types may use. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit'
import * as drawn from './icons.ts'

type Drawing = readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number | undefined>>])[]

const DRAWINGS = new Map<string, Drawing>()
addIcons(drawn)

/** For parts of the admin that load later and bring icons of their own. */
export function addIcons(more: Readonly<Record<string, unknown>>): void {
  for (const [name, drawing] of Object.entries(more))
    DRAWINGS.set(name.replace(/([a-z])([A-Z0-9])/g, '$1-$2').toLowerCase(), drawing as Drawing)
}

const FILE: Drawing = drawn.FileText

/** Drawings that point along the line of text, so they are mirrored where it runs from right to left. */
const ALONG = ['arrow-left', 'chevron-left', 'chevron-right', 'log-out', 'panel-left', 'panel-right', 'redo-2', 'send', 'undo-2']

/** Hidden from screen readers, since the text next to it says the same. An unknown name renders the icon of a file. */
export function icon(name: string): TemplateResult {
  const drawing = DRAWINGS.get(name) ?? FILE
  return html`<svg class="icon ${ALONG.includes(name) ? 'along' : ''}" viewBox="0 0 24 24" aria-hidden="true">${drawing.map(shape)}</svg>`
}

function shape([tag, a]: Drawing[number]): SVGTemplateResult {
  switch (tag) {
    case 'path':
      return svg`<path d=${a['d']}></path>`
    case 'circle':
      return svg`<circle cx=${a['cx']} cy=${a['cy']} r=${a['r']}></circle>`
    case 'rect':
      return svg`<rect x=${a['x'] ?? 0} y=${a['y'] ?? 0} width=${a['width']} height=${a['height']} rx=${a['rx'] ?? 0}></rect>`
    case 'line':
      return svg`<line x1=${a['x1']} y1=${a['y1']} x2=${a['x2']} y2=${a['y2']}></line>`
    case 'ellipse':
      return svg`<ellipse cx=${a['cx']} cy=${a['cy']} rx=${a['rx']} ry=${a['ry']}></ellipse>`
    default:
      return svg`<polyline points=${a['points']}></polyline>`
  }
}
