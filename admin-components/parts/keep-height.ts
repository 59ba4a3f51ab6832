/** Keeps what changes with every answer as high as it has been, so that what surrounds it doesn't jump.
 * Tested by test/admin-components/steady.test.ts.
 */

const grown = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const { style, offsetHeight } = target as HTMLElement
    if (offsetHeight > (Number.parseFloat(style.minBlockSize) || 0)) style.minBlockSize = `${offsetHeight}px`
  }
})

export const keepHeight = (element: Element | undefined): void => {
  if (element) grown.observe(element)
}
