import { allJourneys, allUnitTests, formatAndLint, jobsInOtherBrowsers, lockfile, types, unused } from "./support/all-stages.ts";
import { buildStage } from "./support/build-app.ts";
import { linearExpressions } from "./support/linear-expressions.ts";
import { runStages } from "./support/stages.ts";
import { tinyStages } from "./support/tiny-runs.ts";

// All checks except `npm run crash` and the goals of the benches.
process.exitCode = await runStages([
  ...[formatAndLint, unused, types, lockfile, linearExpressions({ all: true }), allUnitTests, buildStage, allJourneys],
  jobsInOtherBrowsers,
  ...tinyStages(),
]);
