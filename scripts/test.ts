import { crashSmoke, jobJourneys, staticChecks, unitTestsBriefly } from "./support/all-stages.ts";
import { buildStage } from "./support/build-app.ts";
import { linearExpressions } from "./support/linear-expressions.ts";
import { readFlags } from "./support/read-flags.ts";
import { runStages } from "./support/stages.ts";

readFlags({});

// The checks for every change, in minutes. `npm run test:all` runs everything.
process.exitCode = await runStages([
  ...staticChecks,
  linearExpressions({ all: false }),
  unitTestsBriefly,
  buildStage,
  crashSmoke,
  jobJourneys,
]);
