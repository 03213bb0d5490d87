import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { waitMs } from "./lib/core/testing/wait-ms.ts";

export default defineConfig({
  resolve: {
    // Outside Next nothing sets the react-server condition that makes this package harmless.
    alias: { "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)) },
  },
  test: {
    include: ["{app,components,lib,messages,scripts,security,tools}/**/*.test.{ts,tsx}"],
    setupFiles: process.env.SKIP_SLOW_TESTS ? ["./scripts/support/skip-slow-tests.ts"] : [],
    globalSetup: ["./lib/db/testing/test-cluster.ts"],
    // Vitest leaves one processor free; the tests wait for the database and for each other more than they compute.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: "long", description: "Left out of `npm test`; `npm run test:all` runs it." }],
    testTimeout: waitMs * 4,
    hookTimeout: waitMs * 4,
    expect: { poll: { timeout: waitMs } },
    restoreMocks: true,
  },
});
