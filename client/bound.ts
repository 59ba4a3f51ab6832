/** Methods that work without their object, as in `const { find } = client`. Tested by test/client/client.test.ts. */

/** With a subclass, its methods come first. */
export function bindMethods(object: object): void {
  for (let type = Object.getPrototypeOf(object); type !== Object.prototype; type = Object.getPrototypeOf(type))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type)))
      if (typeof value === 'function' && name !== 'constructor' && !Object.hasOwn(object, name))
        Object.defineProperty(object, name, { value: value.bind(object), writable: true, configurable: true })
}
