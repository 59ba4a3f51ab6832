/** All English texts in one catalogue, which translators start from. The build writes it next to the admin.
 * Tested by test/admin-components/texts.test.ts.
 */
import { en } from './en.ts'
import { enActions } from './en-actions.ts'
import { enCompare } from './en-compare.ts'
import { enConflict } from './en-conflict.ts'
import { enHome } from './en-home.ts'
import { enList } from './en-list.ts'
import { enMedia } from './en-media.ts'
import { enRefusals } from './en-refusals.ts'
import { enReports } from './en-reports.ts'
import { enRichText } from './en-rich-text.ts'
import { enSystem } from './en-system.ts'
import { enWriting } from './en-writing.ts'

export const allEnglish = {
  ...en,
  ...enActions,
  ...enCompare,
  ...enConflict,
  ...enHome,
  ...enList,
  ...enMedia,
  ...enRefusals,
  ...enReports,
  ...enRichText,
  ...enSystem,
  ...enWriting,
}
