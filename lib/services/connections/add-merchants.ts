import type { z } from "zod";
import {
  addMerchantInput,
  type ImportResult,
  importMerchantsInput,
  importResultSchema,
  savedSchema,
} from "../../contract/connection.ts";
import { AppError, type FieldProblem } from "../../core/errors.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { recordAuditIn } from "../../store/audit.ts";
import { type SaveOutcome, saveMerchant } from "../../store/credentials.ts";
import { findEnvironmentRow } from "../../store/environments.ts";
import type { Transaction } from "../../store/open-store.ts";
import { withTransactionLock } from "../../store/transaction-lock.ts";
import { requireEnvironment, requireProof, requireRole, type ServiceContext } from "../context.ts";
import { connectLock } from "../environments/connect-environment.ts";
import { type ConnectFile, checkMerchants, merchantInput } from "../environments/connect-file.ts";
import { readMerchantsCsv } from "./merchants-csv.ts";

type Asked = { environment: Environment; input: unknown };
type Merchant = ConnectFile["merchants"][number];
type Line = ImportResult["lines"][number];

/** Adds a merchant or changes the one with this slug. The same checks, seal and audit as `npm run connect`; no gateway call. */
export async function addMerchant(ctx: ServiceContext, { environment, input }: Asked): Promise<z.output<typeof savedSchema>> {
  requireConnector(ctx, environment);
  const merchant = parseInput(merchantInput, parseInput(addMerchantInput, input));
  await requireConnected(ctx, environment);
  const { problems, warnings } = checkMerchants([merchant]);
  if (problems.length > 0) throw new AppError("invalid_input", { fields: problems.map(ofOne) });
  const [outcome] = await saveAll(ctx, environment, [merchant]);
  return savedSchema.parse({ outcome, warnings: warnings.map((warning) => warning.replace("merchants.0.", "")) });
}

/**
 * Merchants from a CSV file, all or none: `dryRun` tells what each line would do and stores nothing, as does a run
 * in which a line is refused.
 */
export async function importMerchants(ctx: ServiceContext, { environment, input }: Asked): Promise<ImportResult> {
  requireConnector(ctx, environment);
  const { csv, dryRun } = parseInput(importMerchantsInput, input);
  await requireConnected(ctx, environment);
  const read = readMerchantsCsv(csv).map(({ line, values }) => ({ line, values, parsed: merchantInput.safeParse(values) }));
  const merchants = read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : []));
  const checked = checkMerchants(merchants);
  const isRefused = merchants.length < read.length || checked.problems.length > 0;
  const outcomes = await saveAll(ctx, environment, merchants, { keep: !dryRun && !isRefused });
  let at = -1;
  const lines = read.map(({ line, values, parsed }): Line => {
    const slug = String(values.slug ?? "");
    if (!parsed.success) return { line, slug, outcome: "refused", problems: toProblems(parsed.error), warnings: [] };
    at += 1;
    const prefix = `merchants.${at}.`;
    const problems = checked.problems.filter(({ field }) => field.startsWith(prefix)).map(ofOne);
    const warnings = checked.warnings.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
    return { line, slug, outcome: problems.length > 0 ? "refused" : (outcomes[at] ?? "unchanged"), problems, warnings };
  });
  return importResultSchema.parse({ stored: !dryRun && !isRefused, lines });
}

function requireConnector(ctx: ServiceContext, environment: Environment): void {
  requireRole(ctx, "admin");
  requireEnvironment(ctx, environment);
  requireProof(ctx);
}

async function requireConnected(ctx: ServiceContext, environment: Environment): Promise<void> {
  if (environment === "sandbox") throw new AppError("conflict", { message: "The sandbox is built in and connects itself." });
  if (!(await findEnvironmentRow(ctx.db, environment))) throw new AppError("not_connected");
}

class DryRun extends Error {}

/** What became of each, in the order given. Without `keep` everything is undone again, and nothing is audited. */
async function saveAll(
  ctx: ServiceContext,
  environment: Environment,
  merchants: readonly Merchant[],
  { keep }: { keep: boolean } = { keep: true },
): Promise<SaveOutcome[]> {
  const outcomes: SaveOutcome[] = [];
  const work = withTransactionLock(ctx.db, connectLock, async (tx) => {
    for (const { slug, name, clientId, clientSecret, sid } of merchants) {
      const merchant = { environment, slug, name, clientId, clientSecret, sid: sid ?? null, by: ctx.staff.keptName };
      outcomes.push((await saveMerchant(tx, ctx.vault, merchant)).outcome);
    }
    if (!keep) throw new DryRun();
    await audit(tx, ctx, { environment, merchants, outcomes });
  });
  await work.catch((thrown) => {
    if (!(thrown instanceof DryRun)) throw thrown;
  });
  return outcomes;
}

type Saved = { environment: Environment; merchants: readonly Merchant[]; outcomes: readonly SaveOutcome[] };

function audit(tx: Transaction, ctx: ServiceContext, { environment, merchants, outcomes }: Saved): Promise<void> {
  const of = (outcome: SaveOutcome) => merchants.filter((_, at) => outcomes[at] === outcome).map(({ slug }) => slug);
  return recordAuditIn(tx, ctx.vault, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act: "environment.connected",
    environment,
    detail: { added: of("added"), changed: of("changed"), unchanged: of("unchanged").length },
    peer: ctx.peer,
  });
}

function ofOne({ field, message }: FieldProblem): FieldProblem {
  return { field: field.replace(/^merchants\.\d+\./, ""), message };
}

function toProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
}
