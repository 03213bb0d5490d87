import type { z } from "zod";
import { lookupOperations, type matchingLookupSchema } from "#lib/contract/lookup.ts";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, sharedReferencesMax } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { eachTransaction } from "../transactions/each-transaction.ts";
import { saveLookupList } from "./share-lookup.ts";

/** `max`: references of one list. */
type Question = { environment: Environment; input: unknown; max?: number };

/**
 * Stores the references of all selected transactions, newest first, each once, as a list to look up. Throws `invalid_input`
 * when none of them has a reference.
 */
export async function shareMatchingLookup(
  ctx: ServiceContext,
  { environment, input, max = sharedReferencesMax }: Question,
): Promise<z.infer<typeof matchingLookupSchema>> {
  requireRole(ctx, lookupOperations.shareMatchingLookup);
  requireEnvironment(ctx, environment);
  const { merchant, selection } = parseInput(lookupOperations.shareMatchingLookup.body, input);
  const found = new Set<string>();
  const question = { environment, merchant: merchant ?? undefined, selection, order: "newest" } as const;
  for await (const rows of eachTransaction(ctx, question)) {
    for (const { reference } of rows) if (reference !== null) found.add(reference);
    if (found.size > max) break;
  }
  if (found.size === 0)
    throw new AppError("invalid_input", { fields: [{ field: "selection", ...contractText("references_missing") }] });
  const references = [...found].slice(0, max);
  const { id } = await saveLookupList(ctx, { environment, references });
  return { id, references: references.length, isCut: found.size > max };
}
