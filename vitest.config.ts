import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // Outside Next nothing sets the react-server condition that makes this package harmless.
    alias: { "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)) },
  },
  test: {
    include: ["{app,bench,components,lib,messages,scripts,security}/**/*.test.{ts,tsx}"],
    globalSetup: ["./lib/store/testing/test-cluster.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
});
