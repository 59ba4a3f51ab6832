/** The public elements: every tag of the types is described, with the events that it sends, in the manifest of the package too. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

interface Described {
  tag: string
  file: string
  className: string
  attributes: { name: string; sentence: string }[]
  events: { name: string }[]
  properties: { name: string }[]
}

const { publicElements, elementsManifest } = (await import('../../scripts/elements.js' as string)) as {
  publicElements(root: string): Described[]
  elementsManifest(root: string): object
}

describe('admin-components: public elements', () => {
  const elements = publicElements(root)

  it('are those of the types', () => {
    const typed = [...read('admin-components/elements.ts').matchAll(/^ {4}'(cms-[a-z]+)': Cms/gm)].map(([, tag]) => tag!)
    expect(elements.map(({ tag }) => tag)).to.deep.equal(typed.sort())
  })

  it('say what each attribute, event and variable is', () => {
    for (const { tag, className, attributes, properties } of elements) {
      expect(className, tag).to.match(/^Cms/)
      expect(
        attributes.map(({ name }) => name),
        tag,
      ).to.include.members(['api', 'lang'])
      expect(
        properties.map(({ name }) => name),
        tag,
      ).to.include('--cms-accent')
      for (const { name, sentence } of attributes) expect(sentence, `${tag} ${name}`).to.match(/\w/)
    }
  })

  it('describe the events that they send', () => {
    const sent = { 'cms-list': ['open', 'saved', 'deleted'], 'cms-document': ['saved', 'deleted'], 'cms-login': ['signed-in'] }
    for (const [tag, events] of Object.entries(sent))
      expect(elements.find((one) => one.tag === tag)?.events.map(({ name }) => name)).to.deep.equal(events.map((event) => `cms-${event}`))
    const emitted = new Set(
      ['document/saving.ts', 'document/still-typed.ts', 'sign-in/cms-login.ts', 'list/bulk/bar.ts', 'list/cms-list.ts'].flatMap((file) =>
        [...read(`admin-components/${file}`).matchAll(/\bemit\('([\w-]+)'/g)].map(([, name]) => `cms-${name}`),
      ),
    )
    const described = new Set(elements.flatMap(({ events }) => events.map(({ name }) => name)))
    expect([...described].sort()).to.deep.equal([...emitted].sort())
  })

  it('are in the manifest that the package names', () => {
    const { customElements: file } = JSON.parse(read('package.json'))
    expect(JSON.parse(read(file.slice(2)))).to.deep.equal(JSON.parse(JSON.stringify(elementsManifest(root))))
  })
})
