import { BuildError, ensureBuilt } from "./support/build-app.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem } from "./support/say.ts";

readFlags({});
try {
  await ensureBuilt();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  printProblem(error.message);
  process.exitCode = 1;
}
