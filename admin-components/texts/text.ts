/** A text, or its plural forms. */
export type Text = string | ({ readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string })
