import { problemLines } from "./support/problem-lines.ts";
import { readFlags } from "./support/read-flags.ts";
import { restore } from "./support/restore.ts";
import { printProblem } from "./support/say.ts";

const flags = readFlags({
  from: { type: "string" },
  recovered: { type: "boolean", default: false },
  until: { type: "string" },
  "keys-from": { type: "string" },
  journal: { type: "string", multiple: true, default: [] },
});

async function main(): Promise<number> {
  const { from, recovered, until, "keys-from": keysFrom, journal } = flags;
  if (recovered === (from !== undefined) || (recovered && keysFrom !== undefined)) {
    printProblem("Usage: npm run restore -- --from DIR [--until TIME] [--journal DIR]… [--keys-from FILE]");
    printProblem("       npm run restore -- --recovered [--until TIME] [--journal DIR]…");
    return 1;
  }
  try {
    return await restore({ from, until, keysFrom, journal });
  } catch (error) {
    for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
}

process.exitCode = await main();
