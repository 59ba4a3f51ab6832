// In CI a test that fails is tried once more: a busy machine is no fault of the change. Which ones needed it is printed at the end.
module.exports = {
  'node-option': ['import=tsx'],
  require: ['test/harness/own-scratch.ts', 'test/harness/postgres-server.ts', 'test/harness/canaries.ts', 'test/harness/second-tries.ts'],
  timeout: 60_000,
  retries: process.env.CI ? 1 : 0,
}
