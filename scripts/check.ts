import { formatAndLint, quickUnitTests, types } from "./support/all-stages.ts";
import { linearExpressions } from "./support/linear-expressions.ts";
import { migrations } from "./support/lint-migrations.ts";
import { readFlags } from "./support/read-flags.ts";
import { runStages } from "./support/stages.ts";

readFlags({});

// Folders whose tests need neither a database nor processes of their own. `npm test` runs everything.
const unitFolders = [
  "lib/core",
  "lib/contract",
  "lib/gateway",
  "lib/notifications",
  "lib/privacy",
  "lib/vault",
  "lib/queries",
  "lib/sandbox",
  "components",
  "messages",
  "security",
];

process.exitCode = await runStages([
  formatAndLint,
  types,
  linearExpressions({ all: false }),
  migrations,
  quickUnitTests(unitFolders),
]);
