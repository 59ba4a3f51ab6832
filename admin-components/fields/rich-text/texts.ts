/** Brings the texts of the editor, which load with it. Tested by test/admin-components/texts.test.ts. */
import { enWriting } from '../../texts/en-writing.ts'
import { addTexts } from '../../texts/texts.ts'
import { thWriting } from '../../texts/th-writing.ts'

addTexts({ en: enWriting, th: thWriting })
