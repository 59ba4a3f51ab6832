/** A key that no other request has. Pages without https have no `randomUUID`. */
export const randomKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
