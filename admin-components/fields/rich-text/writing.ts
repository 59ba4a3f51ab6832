/** The extensions for writing: what is typed, suggested, found and undone. `extensions.ts` has those for what a text contains.
 * Tested by test/admin-components/writing-menus.test.ts.
 */
import type { Extensions } from '@tiptap/core'
import { AutoLinks } from './auto-links.ts'
import { DeleteForward } from './delete-forward.ts'
import { EnterKey } from './enter-key.ts'
import { Find } from './find.ts'
import { FocusAtOnce } from './focus-at-once.ts'
import { hints } from './hints.ts'
import { Markdown } from './markdown.ts'
import { Mentions } from './mentions.ts'
import { NewItem } from './new-item.ts'
import { OwnSpace } from './own-space.ts'
import { QuoteEdges } from './quote-edges.ts'
import { Shortcuts } from './shortcuts.ts'
import { Slash } from './slash.ts'
import { TabKey } from './tab-key.ts'
import { Underscores } from './underscores.ts'

export const writingExtensions = (placeholder: string | undefined): Extensions => [
  Shortcuts,
  FocusAtOnce,
  Slash,
  NewItem,
  Mentions,
  OwnSpace,
  Find,
  Markdown,
  Underscores,
  AutoLinks,
  DeleteForward,
  EnterKey,
  QuoteEdges,
  TabKey,
  ...hints(placeholder),
]
