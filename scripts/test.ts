import { crashSmoke, formatAndLint, jobJourneys, lockfile, types, unitTestsBriefly, unused } from "./support/all-stages.ts";
import { buildStage } from "./support/build-app.ts";
import { linearExpressions } from "./support/linear-expressions.ts";
import { runStages } from "./support/stages.ts";

// The checks for every change, in minutes. `npm run test:all` runs everything.
process.exitCode = await runStages([
  formatAndLint,
  unused,
  types,
  lockfile,
  linearExpressions({ all: false }),
  unitTestsBriefly,
  buildStage,
  crashSmoke,
  jobJourneys,
]);
