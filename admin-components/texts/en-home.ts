/** English texts of the dashboard and of the command palette, which load with them. Tested by test/admin-components/texts.test.ts. */
import type { Text } from './text.ts'

export const enHome = {
  'dashboard.continue': 'Continue where you left off',
  'dashboard.planned': 'Planned',
  'palette.compare': 'Compare versions',
  'palette.documents': 'Documents',
  'palette.new': 'New',
  'palette.pages': 'Go to',
  'palette.recent': 'Opened recently',
  'palette.here': 'This document: {title}',
} satisfies Record<string, Text>
