/** Pasted Markdown as HTML. Loads when somebody pastes Markdown for the first time. Tested by test/admin-components/paste-corpus.test.ts. */
import { Marked } from 'marked'

export const htmlOfMarkdown = (markdown: string): string => String(new Marked({ gfm: true }).parse(markdown, { async: false }))
