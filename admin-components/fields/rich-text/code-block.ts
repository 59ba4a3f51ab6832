/** Code with a choice of its language. Tested by test/admin-components/rich-text-nodes.test.ts. */
import type { NodeViewRenderer, NodeViewRendererProps } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { html, render } from 'lit'
import { hostOf } from './text-host.ts'

/** By the names that highlighters know; languages that a text has already are offered too. */
const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  docker: 'Dockerfile',
  go: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  sql: 'SQL',
  swift: 'Swift',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
}

export function codeView({ node: first, editor, getPos }: NodeViewRendererProps): ReturnType<NodeViewRenderer> {
  let node = first
  const dom = document.createElement('pre')
  const choice = dom.appendChild(document.createElement('span'))
  choice.className = 'language'
  choice.contentEditable = 'false'
  const contentDOM = dom.appendChild(document.createElement('code'))
  const choose = ({ target }: Event) => {
    const at = getPos()
    if (at === undefined) return
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'language', (target as HTMLSelectElement).value || null))
    // Arrow keys go through the languages one by one.
    if (!isByKeys) editor.commands.focus()
  }
  let isByKeys = false
  choice.addEventListener('pointerdown', () => {
    isByKeys = false
  })
  choice.addEventListener('keydown', (event) => {
    isByKeys = true
    if (event.key !== 'Escape') return
    event.preventDefault()
    editor.view.focus()
  })
  const draw = () => {
    const { element } = hostOf(editor)
    const { language } = node.attrs
    const names = language && !Object.hasOwn(LANGUAGES, language) ? { [language]: language, ...LANGUAGES } : LANGUAGES
    render(
      html`
        <select aria-label=${element.t('text.language')} title=${element.t('text.language')} @change=${choose}>
          <option value="" ?selected=${!language}>${element.t('text.language.none')}</option>
          ${Object.entries(names).map(([value, name]) => html`<option value=${value} ?selected=${value === language}>${name}</option>`)}
        </select>
        <span class="chosen-language">${names[language] ?? ''}</span>
      `,
      choice,
    )
    if (language) contentDOM.className = `language-${language}`
    else contentDOM.removeAttribute('class')
  }
  draw()
  return {
    dom,
    contentDOM,
    update: (next: Node) => {
      if (next.type !== node.type) return false
      const isOther = next.attrs['language'] !== node.attrs['language']
      node = next
      if (isOther) draw()
      return true
    },
    stopEvent: ({ target }) => choice.contains(target as HTMLElement),
    // With the last character, browsers take the element of the words away.
    ignoreMutation: (mutation) => mutation.type !== 'selection' && choice.contains(mutation.target),
  }
}
