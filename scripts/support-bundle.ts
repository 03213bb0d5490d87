import { makeSupportBundle } from "./support/make-support-bundle.ts";
import { problemLines } from "./support/problem-lines.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

const flags = readFlags({ to: { type: "string" }, log: { type: "string", multiple: true, default: [] } });

async function main(): Promise<number> {
  try {
    const file = await makeSupportBundle({ to: flags.to, logs: flags.log });
    say(`${file}: a redacted description of this installation for support. Read it before you send it.`);
    return 0;
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (isThere) printProblem(`--to ${flags.to} is there already and was not changed; name another file.`);
    else for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
}

process.exitCode = await main();
