/** A text, or its plural forms. */
export type Text = string | { one: string; other: string }
