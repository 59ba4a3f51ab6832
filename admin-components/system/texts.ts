/** Brings the texts of the account and system pages, which load with them. Tested by test/admin-components/texts.test.ts. */
import { enSystem } from '../texts/en-system.ts'
import { addTexts } from '../texts/texts.ts'
import { thSystem } from '../texts/th-system.ts'

addTexts({ en: enSystem, th: thSystem })
