import { formatAndLint, types, unitTests } from "./support/all-stages.ts";
import { runStages } from "./support/stages.ts";

process.exitCode = await runStages([formatAndLint, types, unitTests("unit", process.argv.slice(2))]);
