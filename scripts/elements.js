// The public elements of the admin as their files describe them, for the custom-elements manifest and the documentation.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The elements that describe their attributes: `{ tag, className, sentence, attributes, events, properties }`, by tag. */
export function publicElements(root) {
  const folder = path.join(root, 'admin-components')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')])
    .filter(([, text]) => /^\/\*\* `<cms-[\w-]+>`/.test(text) && text.includes('@attribute'))
    .map(([file, text]) => elementIn(file, text))
    .sort((a, b) => (a.tag < b.tag ? -1 : 1))
  const whole = found.find(({ tag }) => tag === 'cms-admin')
  return found.map((element) => ({
    ...element,
    attributes: asFor(element.attributes, whole.attributes),
    events: element.events,
    properties: asFor(element.properties, whole.properties),
  }))
}

function elementIn(file, text) {
  const lines = text
    .slice(4, text.indexOf('*/'))
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, '').trim())
  const [, tag, sentence] = /^`<(cms-[\w-]+)>`: (.*)$/.exec(lines[0])
  const [, className] = new RegExp(`define\\('${tag}', (\\w+)\\)`).exec(text)
  const tagged = (name) => lines.filter((line) => line.startsWith(`@${name} `)).flatMap((line) => entriesOf(line.slice(name.length + 2)))
  return { tag, file, className, sentence, attributes: tagged('attribute'), events: tagged('fires'), properties: tagged('cssproperty') }
}

/** `api, lang: as for …` describes both. */
function entriesOf(line) {
  const [, names, sentence] = /^([^:]*): ?(.*)$/.exec(line) ?? [undefined, '', line]
  const list = names === '' ? ['*'] : names.split(', ')
  return list.map((name) => ({ name, sentence: sentence.replace(/\.? @default (.*)$/, '. Default: $1') }))
}

const asFor = (entries, known) =>
  entries.flatMap(({ name, sentence }) => {
    if (!sentence.startsWith('as for')) return [{ name, sentence }]
    return name === '*' ? known : known.filter((one) => one.name === name)
  })

/** https://github.com/webcomponents/custom-elements-manifest, for editors and catalogues of components. */
export const elementsManifest = (root) => ({
  schemaVersion: '1.0.0',
  modules: [
    {
      kind: 'javascript-module',
      path: 'dist/admin/cms-admin.js',
      declarations: publicElements(root).map(({ tag, className, sentence, attributes, events, properties }) => ({
        kind: 'class',
        customElement: true,
        tagName: tag,
        name: className,
        description: sentence,
        attributes: attributes.map(described),
        events: events.map((event) => ({ ...described(event), type: { text: 'CustomEvent' } })),
        cssProperties: properties.map(described),
        slots: [],
        cssParts: [],
      })),
      exports: publicElements(root).map(({ tag, className }) => ({
        kind: 'custom-element-definition',
        name: tag,
        declaration: { name: className, module: 'dist/admin/cms-admin.js' },
      })),
    },
  ],
})

const described = ({ name, sentence }) => ({ name, description: sentence })
