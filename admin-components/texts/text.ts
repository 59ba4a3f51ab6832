/** A text, or its forms for numbers. */
export type Text = string | { one: string; other: string }
