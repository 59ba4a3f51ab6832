/** The keys of undo and redo in controls next to the text and in its cards. Tested by test/admin-components/writing-find.test.ts. */

/** Whatever alphabet the keyboard has. With Alt, it may be a letter: AltGr is Control and Alt on Windows. */
export const isUndoOrRedo = (event: Event): boolean =>
  event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey) && !event.altKey && /[ZY]/.test(String.fromCharCode(event.keyCode))

export const isRedo = ({ shiftKey, keyCode }: KeyboardEvent): boolean => shiftKey || String.fromCharCode(keyCode) === 'Y'
