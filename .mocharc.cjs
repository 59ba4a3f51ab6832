// In CI a test that fails is tried once more: a busy machine is no fault of the change. Which ones needed it is printed at the end.
// `exit`, since a test that fails may leave a server or a process behind, and a run must end all the same.
module.exports = {
  'node-option': ['import=tsx'],
  require: ['test/harness/own-scratch.ts', 'test/harness/postgres-server.ts', 'test/harness/canaries.ts', 'test/harness/second-tries.ts'],
  timeout: 60_000,
  exit: true,
  retries: process.env.CI ? 1 : 0,
}
