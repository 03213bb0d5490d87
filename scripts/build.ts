import { BuildError, ensureBuilt } from "./support/build-app.ts";
import { sayProblem } from "./support/say.ts";

try {
  await ensureBuilt();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  sayProblem(error.message);
  process.exitCode = 1;
}
