import { randomBytes } from "node:crypto";
import { type LookupList, lookupListSchema, lookupOperations } from "#lib/contract/lookup.ts";
import { dayMs } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { findLookupList, insertLookupList, type LookupListRow } from "#lib/db/search/lookup-lists.ts";
import { type NameOf, readNames } from "#lib/db/staff/person-names.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { uniqueReferences } from "./unique-references.ts";

const idBytes = 16;
const keptMs = 30 * dayMs;

/**
 * Saves references under an unguessable id for thirty days, for sharing. Results are not saved: opening the link runs the
 * lookup again.
 */
export async function shareLookup(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<LookupList> {
  requireRole(ctx, lookupOperations.shareLookup);
  requireEnvironment(ctx, environment);
  const references = uniqueReferences(parseInput(lookupOperations.shareLookup.body, input).references);
  return toLookupList(await saveLookupList(ctx, { environment, references }), await readNames(ctx));
}

type References = { environment: Environment; references: string[] };

/** Stores the references for thirty days, with the audit row. */
export async function saveLookupList(ctx: ServiceContext, { environment, references }: References): Promise<LookupListRow> {
  const createdAt = new Date(ctx.clock.now());
  const list = {
    id: randomBytes(idBytes).toString("base64url"),
    environment,
    references,
    createdBy: ctx.staff.storedName,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + keptMs),
  };
  await ctx.db.transaction(async (tx) => {
    await insertLookupList(tx, list);
    await recordAuditIn(tx, ctx.vault, {
      at: createdAt,
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "lookup.shared",
      environment,
      detail: { references: references.length, expiresAt: list.expiresAt.toISOString() },
      peer: ctx.peer,
    });
  });
  return list;
}

/** The references of a shared link, for any account with access to the environment. Throws `not_found` once expired. */
export async function openSharedLookup(
  ctx: ServiceContext,
  { environment, id }: { environment: Environment; id: string },
): Promise<LookupList> {
  requireRole(ctx, lookupOperations.openSharedLookup);
  requireEnvironment(ctx, environment);
  const list = await findLookupList(ctx.db, { id, environment, at: new Date(ctx.clock.now()) });
  if (!list) throw new AppError("not_found");
  return toLookupList(list, await readNames(ctx));
}

function toLookupList(list: LookupListRow, nameOf: NameOf): LookupList {
  return lookupListSchema.parse({ ...list, createdBy: nameOf(list.createdBy), expiresAt: list.expiresAt.toISOString() });
}
