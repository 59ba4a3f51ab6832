/** Brings the texts of the dashboard and the system pages about the system and its log. Tested by test/admin-components/texts.test.ts. */
import { enReports } from '../texts/en-reports.ts'
import { addTexts } from '../texts/texts.ts'
import { thReports } from '../texts/th-reports.ts'

addTexts({ en: enReports, th: thReports })
