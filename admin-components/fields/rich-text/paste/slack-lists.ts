/** Slack writes the levels of a list as lists next to each other, each with its level. Tested by test/admin-components/paste-corpus.test.ts. */
const LISTS = ':is(ul, ol)[data-indent]:is([data-stringify-type], [class*=rich_text_list])'

export function nestByIndent(root: HTMLElement): void {
  for (const list of root.querySelectorAll<HTMLElement>(LISTS)) {
    const before = list.previousElementSibling
    if (before?.matches(LISTS)) putBehind(before, list, indentOf(list) - indentOf(before))
  }
}

const indentOf = (list: Element): number => Number(list.getAttribute('data-indent'))

/** Into the last item of the list before, as many levels down as there are. Items of the same kind and level belong to one list. */
function putBehind(before: Element, list: HTMLElement, level: number): void {
  const item = before.lastElementChild
  const inside = item?.lastElementChild?.matches('ul, ol') ? item.lastElementChild : undefined
  if (level > 0 && inside) putBehind(inside, list, level - 1)
  else if (level > 0 && item) item.append(list)
  else if (before.localName === list.localName) {
    before.append(...list.children)
    list.remove()
  } else before.after(list)
}
