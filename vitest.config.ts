import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { waitMs } from "./lib/core/testing/wait-ms.ts";
import { unsetSettings } from "./scripts/support/no-settings.ts";

const testFiles = "{app,components,lib,messages,scripts,security,tools}/**/*.test.{ts,tsx}";
/** What a test changes for all that run after it in its process. */
const changesItsProcess =
  /\bvi\.(?:mock|doMock|stubEnv|stubGlobal|resetModules|useFakeTimers|setSystemTime)\b|\bprocess\.(?:env\b|chdir|on\()|\bglobalThis\b|Object\.assign\(process/;
const folder = import.meta.dirname;
/** Those of packages too: `tools/` installs its own when first used. */
const { exclude } = configDefaults;
const alone = globSync(testFiles, { cwd: folder, exclude }).filter((file) =>
  changesItsProcess.test(readFileSync(path.join(folder, file), "utf8")),
);

export default defineConfig({
  resolve: {
    // Outside Next nothing sets the react-server condition that makes this package harmless.
    alias: { "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)) },
  },
  test: {
    setupFiles: process.env.SKIP_SLOW_TESTS ? ["./scripts/support/skip-slow-tests.ts"] : [],
    env: { ...unsetSettings },
    globalSetup: ["./lib/db/testing/test-cluster.ts"],
    // Vitest leaves one processor free; the tests wait for the database and for each other more than they compute.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: "long", description: "Left out of `npm test`; `npm run test:all` runs it." }],
    testTimeout: waitMs * 4,
    hookTimeout: waitMs * 4,
    expect: { poll: { timeout: waitMs } },
    restoreMocks: true,
    projects: [
      // One after the other in the same processes: importing everything anew for each file is a third of the whole time.
      { extends: true, test: { name: "shared", include: [testFiles], exclude: [...exclude, ...alone], isolate: false } },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
});
