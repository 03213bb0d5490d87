import type { z } from "zod";
import { terminalsSchema } from "../../contract/merchant.ts";
import type { Environment } from "../../core/identifiers.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { readEquipment } from "./read-terminals.ts";

/** The merchant's terminals for the picker of a new payment; up to five minutes old. */
export async function listTerminals(
  ctx: ServiceContext,
  { environment, merchant: slug }: { environment: Environment; merchant: string },
): Promise<z.infer<typeof terminalsSchema>> {
  requireRole(ctx, "viewer");
  const merchant = await requireMerchant(ctx, environment, slug);
  const { terminals, currencies, readAtMs } = await readEquipment(ctx, merchant);
  return terminalsSchema.parse({ items: terminals, currencies, asOf: new Date(readAtMs).toISOString() });
}
