import { backUp } from "./support/back-up.ts";
import { problemLines } from "./support/problem-lines.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem } from "./support/say.ts";

const flags = readFlags({ to: { type: "string" }, "keys-to": { type: "string" }, verify: { type: "boolean", default: false } });

async function main(): Promise<number> {
  if (!flags.to) {
    printProblem("Usage: npm run backup -- --to DIR [--keys-to FILE] [--verify]");
    return 1;
  }
  try {
    await backUp({ to: flags.to, keysTo: flags["keys-to"], isToVerify: flags.verify });
    return 0;
  } catch (error) {
    for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
}

process.exitCode = await main();
