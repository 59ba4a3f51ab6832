// `exit`, since a test that fails may leave a server or a process behind, and a run must end all the same.
module.exports = {
  'node-option': ['import=tsx'],
  require: ['test/harness/own-scratch.ts', 'test/harness/postgres-server.ts', 'test/harness/canaries.ts', 'test/harness/second-tries.ts'],
  reporter: 'test/harness/reporter.cjs',
  timeout: 60_000,
  exit: true,
}
