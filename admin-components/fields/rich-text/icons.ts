/** The icons that only the rich text editor needs. They load with it. Tested by test/admin-components/rich-text.test.ts. */
import { Heading1, Heading4, Heading5, Heading6 } from 'lucide'
import { addIcons } from '../../parts/icon.ts'

addIcons({ Heading1, Heading4, Heading5, Heading6 })
