import {
  allJourneys,
  allUnitTests,
  jobsInOtherBrowsers,
  journeysLeftOut,
  staticChecks,
  unitTestsLeftOut,
} from "./support/all-stages.ts";
import { buildStage } from "./support/build-app.ts";
import { linearExpressions } from "./support/linear-expressions.ts";
import { readFlags } from "./support/read-flags.ts";
import { runStages } from "./support/stages.ts";
import { tinyStages } from "./support/tiny-runs.ts";

// All checks except `npm run crash` and the goals of the benches; with `--rest` only those that `npm test` leaves out.
const { rest } = readFlags({ rest: { type: "boolean" } });

process.exitCode = await runStages([
  ...(rest ? [] : staticChecks),
  linearExpressions({ all: true }),
  rest ? unitTestsLeftOut : allUnitTests,
  buildStage,
  rest ? journeysLeftOut : allJourneys,
  jobsInOtherBrowsers,
  ...tinyStages(),
]);
