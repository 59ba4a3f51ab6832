/** Stands in for the library that Tiptap's links load to find URLs: `admin-components/fields/rich-text/auto-links.ts` finds them, so nothing calls it. */
const nothing = () => []

export { nothing as find, nothing as registerCustomProtocol, nothing as reset, nothing as tokenize }
