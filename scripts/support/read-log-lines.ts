import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Hide, redactLine } from "#lib/app/support-bundle/redact-log.ts";

const linesMax = 1_000;
/** Of a file; of a pipe all of it is read. */
const bytesMax = 4 * 1024 * 1024;

type LogLines = { lines: Record<string, unknown>[]; leftOut: number };

/** The newest lines of a log that are ours, redacted, and how many of the newest were left out because they are not. */
export async function readLogLines(file: string, hide: Hide): Promise<LogLines> {
  const facts = await stat(file);
  const start = facts.isFile() ? Math.max(0, facts.size - bytesMax) : 0;
  const newest: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file, start > 0 ? { start } : {}) })) {
    if (line.trim() !== "") newest.push(line);
    if (newest.length > linesMax) newest.shift();
  }
  const lines = newest.map((line) => redactLine(line, hide)).filter((line) => line !== undefined);
  return { lines, leftOut: newest.length - lines.length };
}
