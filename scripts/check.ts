import { formatAndLint, types, unitTests } from "./support/all-stages.ts";
import { linearExpressions } from "./support/linear-expressions.ts";
import { runStages } from "./support/stages.ts";

// Folders whose tests need no database: seconds, not minutes. `npm test` runs everything.
const unitRooms = [
  "lib/core",
  "lib/contract",
  "lib/gateway",
  "lib/notifications",
  "lib/vault",
  "lib/queries",
  "lib/app",
  "lib/sandbox",
  "components",
  "messages",
  "security",
];

process.exitCode = await runStages([formatAndLint, types, linearExpressions({ all: false }), unitTests("unit", unitRooms)]);
