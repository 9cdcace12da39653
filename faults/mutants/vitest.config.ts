import { defineConfig } from 'vitest/config';

/** Rules need no database; a mutant that runs in a circle is ended from outside. */
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], pool: 'threads', maxWorkers: 1, testTimeout: 5000, bail: 1 },
});
