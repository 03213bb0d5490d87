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
  const reasons = new Map<string, string>();
  let order: readonly string[] = [];
  let notAsked: Pick<FindResult, "notSearched" | "notSearchedCount"> = { notSearched: [], notSearchedCount: 0 };
  let note: string | null = null;
  for await (const step of findSteps(ctx, question)) {
    if (step.step === "here") {
      order = step.toAsk;
      notAsked = step;
    }
    if (step.step === "here" || step.step === "asked") hits.push(...step.hits);
    if (step.step === "asked" && step.problem !== null) reasons.set(step.merchant, step.problem);
    if (step.step === "end") note = step.note;
  }
  const failed = order.flatMap((merchant) => {
    const reason = reasons.get(merchant);
    return reason === undefined ? [] : [{ merchant, reason }];
  });
  const notSearched = [...failed, ...notAsked.notSearched];
  return findResultSchema.parse({ hits, notSearched, notSearchedCount: failed.length + notAsked.notSearchedCount, note });
}
