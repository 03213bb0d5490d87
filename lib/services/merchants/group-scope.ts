import { noGroup } from "#lib/contract/merchant-marks.ts";
import { toTagName } from "#lib/contract/tag-name.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { findIdsInGroup } from "#lib/db/merchants/merchant-groups.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";

/** A filter by a group as queries have it: its name, null for merchants without one, undefined for all. */
export function toGroupName(filter: string | undefined): string | null | undefined {
  return filter === noGroup ? null : filter && toTagName(filter);
}

/** The merchants of the scope that a filter by a group leaves; archived ones too, since lists show their history. */
export async function groupScope(
  { db }: { db: Queryable },
  scope: MerchantScope,
  filter: string | undefined,
): Promise<MerchantScope> {
  const name = toGroupName(filter);
  return name === undefined ? scope : { ...scope, merchantIds: await findIdsInGroup(db, scope, name) };
}
