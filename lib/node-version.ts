/** Why this Node is too old; undefined if it is not. Tested by test/first-hour.test.ts. */

const NEEDED = [20, 19] as const

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number]

export const nodeProblem: string | undefined =
  major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
    ? `galley needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}. Get a newer one from https://nodejs.org, or with your version manager: nvm install 22`
    : undefined
