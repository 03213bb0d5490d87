import { crashSmoke, formatAndLint, hasJourneys, journeys, lockfile, types, unitTests, unused } from "./support/all-stages.ts";
import { buildStage } from "./support/build-app.ts";
import { runStages } from "./support/stages.ts";

const stages = [formatAndLint, unused, types, lockfile, unitTests("unit, route and store"), buildStage, crashSmoke];
process.exitCode = await runStages(hasJourneys() ? [...stages, journeys] : stages);
