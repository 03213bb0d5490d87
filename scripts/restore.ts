import { problemLines } from "./support/problem-lines.ts";
import { readFlags } from "./support/read-flags.ts";
import { restore } from "./support/restore.ts";
import { printProblem } from "./support/say.ts";

const flags = readFlags({
  from: { type: "string" },
  until: { type: "string" },
  "keys-from": { type: "string" },
  journal: { type: "string", multiple: true, default: [] },
});

async function main(): Promise<number> {
  if (!flags.from) {
    printProblem("Usage: npm run restore -- --from DIR [--until TIME] [--journal DIR]… [--keys-from FILE]");
    return 1;
  }
  try {
    return await restore({ from: flags.from, until: flags.until, keysFrom: flags["keys-from"], journal: flags.journal });
  } catch (error) {
    for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
}

process.exitCode = await main();
