import { endForHelp } from "./support/read-flags.ts";
import { runE2e } from "./support/run-e2e.ts";
import { printProblem } from "./support/say.ts";

endForHelp("Usage: npm run e2e -- [the flags and files of Playwright]");
process.exitCode = await runE2e(process.argv.slice(2)).catch((error: unknown) => {
  printProblem(error instanceof Error ? error.message : String(error));
  return 1;
});
