/** Brings the texts of filters and saved views, which load with their editors. Tested by test/admin-components/texts.test.ts. */
import { enList } from '../texts/en-list.ts'
import { addTexts } from '../texts/texts.ts'
import { thList } from '../texts/th-list.ts'

addTexts({ en: enList, th: thList })
