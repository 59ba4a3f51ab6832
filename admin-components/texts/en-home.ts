/** English texts of the dashboard and of the command palette, which load with them. Tested by test/admin-components/texts.test.ts. */
import type { Text } from './text.ts'

export const enHome = {
  'dashboard.continue': 'Continue where you left off',
  'dashboard.planned': 'Planned',
  'dashboard.well': 'Everything is running as it should.',
  'did.recover': 'brought back',
  'did.schedule': 'scheduled a change of',
  'did.unschedule': 'cancelled a scheduled change of',
  'palette.compare': 'Compare versions',
  'palette.documents': 'Documents',
  'palette.new': 'New',
  'palette.pages': 'Go to',
  'palette.recent': 'Opened recently',
  'palette.here': 'This document: {title}',
} satisfies Record<string, Text>
