import type { NotSearched } from "#lib/contract/common.ts";
import { type FindResult, findResultSchema, type Hit } from "#lib/contract/find.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { ServiceContext } from "../context.ts";
import { findSteps } from "./find-steps.ts";

/** The final result of `findSteps`; merchants that could not be queried are named with the reason. */
export async function findAnything(
  ctx: ServiceContext,
  question: { environment: Environment; input: unknown },
): Promise<FindResult> {
  const hits: Hit[] = [];
  const failed = new Map<string, NotSearched>();
  let order: readonly string[] = [];
  let notAsked: Pick<FindResult, "notSearched" | "notSearchedCount"> = { notSearched: [], notSearchedCount: 0 };
  let end: Pick<FindResult, "note" | "noteDetails"> = { note: null };
  for await (const step of findSteps(ctx, question)) {
    if (step.step === "here") {
      order = step.toAsk;
      notAsked = step;
    }
    if (step.step === "here" || step.step === "asked") hits.push(...step.hits);
    if (step.step === "asked" && step.problem !== null)
      failed.set(step.merchant, { merchant: step.merchant, reason: step.problem, details: step.problemDetails });
    if (step.step === "end") end = step;
  }
  const notSearched = [...order.flatMap((merchant) => failed.get(merchant) ?? []), ...notAsked.notSearched];
  return findResultSchema.parse({ ...end, hits, notSearched, notSearchedCount: failed.size + notAsked.notSearchedCount });
}
