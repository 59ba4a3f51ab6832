/** English texts of the question about a conflict, which load with the first one. Tested by test/admin-components/texts.test.ts. */
export const enConflict = {
  'conflict.look': 'Decide later',
  'conflict.mine': 'Yours',
  'conflict.order': 'Order of the rows',
  'conflict.removed': 'Removed',
  'conflict.save': 'Save my choice',
  'conflict.text': 'You both changed the same fields. Choose what to keep in each of them.',
  'conflict.theirs': 'Theirs',
  'conflict.theirsBy': 'Theirs ({who})',
  'conflict.titleBy': { one: '{who} has changed this document', other: '{who} have changed this document' },
  'conflict.when': 'Saved {when}.',
  'conflict.undo': 'If you take theirs, Undo in the text returns your own words.',
  'recovered.conflict': 'These fields have changed since your earlier edits',
  'recovered.conflict.text': 'Choose a version for each field. Your earlier edits are kept until you choose.',
  'recovered.earlier': 'Your earlier edits',
  'recovered.here': 'Current version',
  'recovered.save': 'Use these',
}
