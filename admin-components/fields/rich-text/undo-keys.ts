/** The keys of undo and redo in controls next to the text and in its cards. Tested by test/admin-components/writing-find.test.ts. */

/** Whatever alphabet the keyboard has. */
export const isUndoOrRedo = (event: Event): boolean =>
  event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey) && /[ZY]/.test(String.fromCharCode(event.keyCode))

export const isRedo = ({ shiftKey, keyCode }: KeyboardEvent): boolean => shiftKey || String.fromCharCode(keyCode) === 'Y'
