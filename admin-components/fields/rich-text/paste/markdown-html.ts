/** Pasted Markdown as HTML. Loads when somebody pastes Markdown for the first time. Tested by test/admin-components/paste-corpus.test.ts. */
import { Renderer } from 'marked'
import { htmlOfBounded } from '../../../../lib/rich-text/bounded-markdown.ts'

export const htmlOfMarkdown = (markdown: string): string => htmlOfBounded(markdown, new Renderer())
