import { endForMistake, readFlags } from "#scripts/support/read-flags.ts";

type Sizes = Record<string, number | string>;

/**
 * The flags of a bench: one for each of its sizes, with its default. `--tiny` uses the smallest
 * sizes instead: it checks that everything starts and finishes, and no goal is evaluated.
 */
export function readSizes<Named extends Sizes>(
  args: readonly string[],
  usual: Named,
  tiny: Partial<Named>,
): Named & { isTiny: boolean } {
  const names = Object.keys(usual);
  const options = Object.fromEntries(names.map((name) => [toFlag(name), { type: "string" as const }]));
  const given: Record<string, string | boolean | undefined> = readFlags(
    { ...options, tiny: { type: "boolean", default: false } },
    { args },
  );
  const isTiny = given.tiny === true;
  const sizes: Sizes = { ...usual, ...(isTiny ? tiny : {}) };
  for (const name of names) {
    const value = given[toFlag(name)];
    if (typeof value === "string") sizes[name] = typeof usual[name] === "number" ? toNumber(name, value) : value;
  }
  return { ...(sizes as Named), isTiny };
}

/** The names in `--parts A,B`. One that is not known ends the run: it would leave out what was meant, and meet every goal. */
export function readParts(text: string, known: readonly string[], flag = "parts"): ReadonlySet<string> {
  const parts = text.split(",");
  const unknown = parts.filter((name) => !known.includes(name));
  if (unknown.length > 0) endForMistake(`--${flag} knows ${known.join(", ")}, not "${unknown.join(", ")}".`);
  return new Set(parts);
}

function toNumber(name: string, text: string): number {
  const value = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) endForMistake(`--${toFlag(name)} is a number, not "${text}".`);
  return value;
}

/** `killAfterMs` is `--kill-after-ms`. */
function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
