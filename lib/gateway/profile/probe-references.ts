import { randomBytes } from "node:crypto";
import { multiplePath } from "../resources/lookup.ts";
import { isWireRecord } from "../wire/exact-json.ts";
import { WireReader } from "../wire/reader.ts";
import { type Asked, type Asker, isRefused, listPath } from "./asker.ts";
import type { Findings } from "./findings.ts";

type Parts = { asker: Asker; findings: Findings; references: readonly string[]; multipleMax: number };

/** Finds what the single and the bulk lookup return, with references from the list. */
export async function probeReferences({ asker, findings, references, multipleMax }: Parts): Promise<void> {
  const unknown = `NONE${randomBytes(6).toString("hex").toUpperCase()}`;
  const lone = await asker.ask(`${listPath}/${unknown}`);
  findings.add("unknown_reference", lone.status === 404 ? "not_found" : isRefused(lone) ? "refused" : "answered", lone);
  const [first, second] = references;
  if (first === undefined) return;
  const detail = await asker.ask(`${listPath}/${encodeURIComponent(first)}`);
  if (isWireRecord(detail.body)) findings.add("detail_shape", isLabelled(detail) ? "labelled" : "members", detail);
  const pair = await asker.ask(multiplePath, { payment_references: [first, second ?? first].join(",") });
  if (isRefused(pair)) return;
  findings.add("multiple_references", namesIn(pair, first), pair);
  const mixed = await asker.ask(multiplePath, { payment_references: `${first},${unknown}` });
  findings.add("multiple_unknown", isRefused(mixed) ? "refused" : "left_out", mixed);
  await probeMaximum({ asker, findings, references, multipleMax });
}

function isLabelled({ body }: Asked): boolean {
  return isWireRecord(body) && Array.isArray(body.details);
}

function namesIn({ rows }: Asked, reference: string): "as_asked" | "other_case" | "none" {
  const named = rows.flatMap((row) => new WireReader(row).text("payment_reference", "reference") ?? []);
  if (named.includes(reference)) return "as_asked";
  return named.some((name) => name.toLowerCase() === reference.toLowerCase()) ? "other_case" : "none";
}

/** Two references were accepted; finds the maximum by binary search. */
async function probeMaximum({ asker, findings, references, multipleMax }: Parts): Promise<void> {
  const all = references.length;
  if (all <= 2) return;
  const ask = (size: number) => asker.ask(multiplePath, { payment_references: references.slice(0, size).join(",") });
  let [taken, refused] = [2, all + 1];
  let [shown, refusal]: [Asked | undefined, Asked | undefined] = [undefined, undefined];
  for (let size = all; taken + 1 < refused; size = Math.floor((taken + refused) / 2)) {
    const asked = await ask(size);
    // A silently truncated list counts as refused.
    if (isRefused(asked) || asked.rows.length < size) [refused, refusal] = [size, asked];
    else [taken, shown] = [size, asked];
  }
  // No more references are known: the real maximum may be higher.
  if (refusal || taken >= 50 || taken > multipleMax)
    findings.add("multiple_max", taken, ...(refusal ? [refusal] : []), ...(shown ? [shown] : []));
}
