import { eq } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import type { MerchantRow } from "./merchants.ts";

/** The merchant of a payment, for background work. */
export async function findMerchantRowById(db: Queryable, id: string): Promise<MerchantRow | undefined> {
  const { environment, slug, name, sid, credentialFingerprint, updatedAt, updatedBy, archivedAt } = merchant;
  const [row] = await db
    .select({ id: merchant.id, environment, slug, name, sid, credentialFingerprint, updatedAt, updatedBy, archivedAt })
    .from(merchant)
    .where(eq(merchant.id, id));
  return row;
}
