/** Brings the texts of the media library, which load with it. Tested by test/admin-components/texts.test.ts. */
import { enMedia } from '../texts/en-media.ts'
import { addTexts } from '../texts/texts.ts'
import { thMedia } from '../texts/th-media.ts'

addTexts({ en: enMedia, th: thMedia })
