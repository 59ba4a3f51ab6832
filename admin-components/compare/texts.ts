/** Brings the texts of comparisons, which load with them. Tested by test/admin-components/texts.test.ts. */
import { enCompare } from '../texts/en-compare.ts'
import { addTexts } from '../texts/texts.ts'
import { thCompare } from '../texts/th-compare.ts'

addTexts({ en: enCompare, th: thCompare })
