import type { z } from "zod";
import { addMerchantInput, connectionOperations, savedSchema } from "#lib/contract/connection.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { AppError, type FieldProblem } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { type SaveOutcome, saveMerchants } from "#lib/db/lockout/credentials.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireEnvironment, requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { connectLock, toAuditDetail } from "../environments/connect-environment.ts";
import { type ConnectFile, checkMerchants, merchantInput, warningText } from "../environments/connect-file.ts";
import { checkStored, saveConnected, toInputs } from "../environments/save-connected.ts";

export type NewMerchant = ConnectFile["merchants"][number];

/**
 * Adds a merchant or changes the one with this slug. Same checks, encryption and audit as `npm run connect`; no gateway call.
 */
export async function addMerchant(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<z.output<typeof savedSchema>> {
  requireConnector(ctx, connectionOperations.addMerchant, environment);
  const merchant = parseInput(merchantInput, parseInput(addMerchantInput, input));
  await requireConnected(ctx, environment);
  const { problems: own, warnings } = checkMerchants([merchant]);
  const problems = [...own, ...(await checkStored(ctx.db, ctx.vault, { environment, merchants: [merchant] }))];
  if (problems.length > 0) throw new AppError("invalid_input", { fields: problems.map(withoutIndex) });
  requireRecentAuth(ctx);
  const [outcome] = await saveAll(ctx, environment, [merchant]);
  const warningDetails = warnings.map(withoutIndex);
  return savedSchema.parse({ outcome, warnings: warningDetails.map(warningText), warningDetails });
}

export function requireConnector(ctx: ServiceContext, operation: Operation, environment: Environment): void {
  requireRole(ctx, operation);
  requireEnvironment(ctx, environment);
}

/** Throws `not_connected` while the environment has no integration; not allowed in the sandbox. */
export async function requireConnected(ctx: ServiceContext, environment: Environment): Promise<void> {
  if (environment === "sandbox") throw new AppError("conflict", { message: serviceText("sandbox_connects_itself") });
  if (!(await findEnvironmentRow(ctx.db, environment))) throw new AppError("not_connected");
}

/** The result for each, in the order given; all are saved or none, with one audit row. */
export function saveAll(
  ctx: ServiceContext,
  environment: Environment,
  merchants: readonly NewMerchant[],
  onSaved?: (done: number) => void,
): Promise<SaveOutcome[]> {
  return withTransactionLock(ctx.db, connectLock, async (tx) => {
    const outcomes = await saveConnected(tx, { vault: ctx.vault, by: ctx.staff.storedName, onSaved }, { environment, merchants });
    await audit(tx, ctx, { environment, merchants, outcomes });
    return outcomes;
  });
}

/** The result that saving would have for each; writes nothing. */
export async function planAll(
  ctx: ServiceContext,
  environment: Environment,
  merchants: readonly NewMerchant[],
): Promise<SaveOutcome[]> {
  const inputs = toInputs({ environment, merchants }, ctx.staff.storedName);
  return (await saveMerchants(ctx.db, ctx.vault, inputs, { isDryRun: true })).map(({ outcome }) => outcome);
}

type Saved = { environment: Environment; merchants: readonly NewMerchant[]; outcomes: readonly SaveOutcome[] };

function audit(tx: Transaction, ctx: ServiceContext, { environment, merchants, outcomes }: Saved): Promise<void> {
  const of = (outcome: SaveOutcome) => merchants.filter((_, at) => outcomes[at] === outcome).map(({ slug }) => slug);
  return recordAuditIn(tx, ctx.vault, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act: "environment.connected",
    environment,
    detail: toAuditDetail({ added: of("added"), changed: of("changed"), unchanged: of("unchanged") }),
    peer: ctx.peer,
  });
}

function withoutIndex({ field, ...text }: FieldProblem): FieldProblem {
  return { field: field.replace(/^merchants\.\d+\./, ""), ...text };
}
