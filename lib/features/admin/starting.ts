/** The words on the admin's page until its script runs, in the language that the admin starts with. Tested by test/admin-components/built-in-labels.test.ts. */
type Key = 'starting' | 'starting.noScript' | 'starting.reload'

export const STARTING_ENGLISH: Readonly<Record<Key, string>> = {
  starting: 'Loading. If nothing appears,',
  'starting.noScript': 'This page needs JavaScript.',
  'starting.reload': 'reload the page',
}

export const STARTING_THAI: Readonly<Record<Key, string>> = {
  starting: 'กำลังโหลด หากไม่มีอะไรปรากฏ',
  'starting.noScript': 'หน้านี้ต้องใช้ JavaScript',
  'starting.reload': 'โหลดหน้านี้ใหม่',
}

/** Falls back to English where a catalogue lacks a text. */
export function startingTexts(texts: Readonly<Record<string, unknown>>): Record<Key, string> {
  const given = (key: Key): string => {
    const text = texts[key]
    return typeof text === 'string' ? text : STARTING_ENGLISH[key]
  }
  return { starting: given('starting'), 'starting.noScript': given('starting.noScript'), 'starting.reload': given('starting.reload') }
}
