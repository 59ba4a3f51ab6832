/** Brings the texts of the dashboard and of the command palette, which load with them. Tested by test/admin-components/texts.test.ts. */
import { enHome } from '../texts/en-home.ts'
import { addTexts } from '../texts/texts.ts'
import { thHome } from '../texts/th-home.ts'

addTexts({ en: enHome, th: thHome })
