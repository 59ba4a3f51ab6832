/** Brings the texts of what can be done with a document besides saving it, which load with it. Tested by test/admin-components/texts.test.ts. */
import { enActions } from '../texts/en-actions.ts'
import { addTexts } from '../texts/texts.ts'
import { thActions } from '../texts/th-actions.ts'

addTexts({ en: enActions, th: thActions })
