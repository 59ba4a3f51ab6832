/** Brings the texts of the editor, which load with it. Tested by test/admin-components/texts.test.ts. */
import { enRichText } from '../../texts/en-rich-text.ts'
import { enWriting } from '../../texts/en-writing.ts'
import { addTexts } from '../../texts/texts.ts'
import { thRichText } from '../../texts/th-rich-text.ts'
import { thWriting } from '../../texts/th-writing.ts'

addTexts({ en: { ...enRichText, ...enWriting }, th: { ...thRichText, ...thWriting } })
