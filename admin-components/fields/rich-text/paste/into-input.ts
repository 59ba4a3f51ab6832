/** Words that are dragged out of a text into an input are in both afterwards. Chrome would take them out of the text, and insert nothing.
 * Tested by test/admin-components/writing-blocks.test.ts.
 */

/** For the drag that begins. */
export function dropIntoInput(): false {
  const ends = new AbortController()
  const { signal } = ends
  document.addEventListener('drop', insert, { capture: true, signal })
  document.addEventListener('dragend', () => ends.abort(), { capture: true, signal })
  return false
}

function insert(event: DragEvent): void {
  const [input] = event.composedPath()
  const words = event.dataTransfer?.getData('text/plain') ?? ''
  if (!isForText(input) || words === '') return
  event.preventDefault()
  const place = document.caretPositionFromPoint?.(event.clientX, event.clientY)
  const at = place?.offsetNode === input ? place.offset : input.value.length
  input.focus()
  input.setSelectionRange(at, at)
  document.execCommand('insertText', false, input instanceof HTMLInputElement ? words.replace(/\s+/g, ' ') : words)
}

function isForText(input: EventTarget | undefined): input is HTMLInputElement | HTMLTextAreaElement {
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return false
  return !input.disabled && !input.readOnly && input.selectionStart !== null
}
