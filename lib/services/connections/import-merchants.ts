import type { z } from "zod";
import { connectionOperations, type ImportResult, type ImportStep, importResultSchema } from "#lib/contract/connection.ts";
import type { FieldProblem } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { issueMessage } from "#lib/core/issue-message.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { SaveOutcome } from "#lib/db/lockout/credentials.ts";
import { requireRecentAuth, type ServiceContext } from "../context.ts";
import { checkMerchants, merchantInput, warningText } from "../environments/connect-file.ts";
import { checkStored } from "../environments/save-connected.ts";
import { type NewMerchant, planAll, requireConnected, requireConnector, saveAll } from "./add-merchants.ts";
import { readMerchantsCsv } from "./merchants-csv.ts";

type ImportRequest = { environment: Environment; input: unknown };
type Line = ImportResult["lines"][number];

/**
 * Imports merchants from a CSV file, all or none: `dryRun` returns the result for each line and stores nothing, as does a run
 * in which a line is refused. `onSaved` receives the number written so far, before the commit.
 */
export async function importMerchants(
  ctx: ServiceContext,
  { environment, input }: ImportRequest,
  onSaved?: (done: number, total: number) => void,
): Promise<ImportResult> {
  requireConnector(ctx, connectionOperations.importMerchants, environment);
  const { csv, dryRun } = parseInput(connectionOperations.importMerchants.body, input);
  await requireConnected(ctx, environment);
  const rows = readMerchantsCsv(csv);
  requireRecentAuth(ctx);
  const read = rows.map(({ line, values }) => ({ line, values, parsed: merchantInput.safeParse(values) }));
  const merchants = read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : []));
  const found = checkEach(merchants, await checkStored(ctx.db, ctx.vault, { environment, merchants }));
  const isRefused = merchants.length < read.length || found.some(({ problems }) => problems.length > 0);
  const stored = !dryRun && !isRefused;
  const onProgress = (done: number) => onSaved?.(done, merchants.length);
  const outcomes = stored
    ? await saveAll(ctx, environment, merchants, onProgress)
    : await planUnique(ctx, environment, merchants, found);
  let next = 0;
  const lines = read.map(({ line, values, parsed }): Line => {
    const slug = String(values.slug ?? "");
    if (!parsed.success)
      return { line, slug, outcome: "refused", problems: toProblems(parsed.error), warnings: [], warningDetails: [] };
    const at = next++;
    const { problems, warnings: warningDetails } = found[at] ?? nothing;
    const outcome = problems.length > 0 ? "refused" : (outcomes[at] ?? "unchanged");
    return { line, slug, outcome, problems, warnings: warningDetails.map(warningText), warningDetails };
  });
  return importResultSchema.parse({ stored, lines });
}

/** The same as a stream of steps: the number of lines written, then the result. */
export async function* importSteps(ctx: ServiceContext, asked: ImportRequest): AsyncGenerator<ImportStep> {
  yield* new ReadableStream<ImportStep>({
    async start(controller) {
      const result = await importMerchants(ctx, asked, (done, total) => controller.enqueue({ step: "saved", done, total }));
      controller.enqueue({ step: "end", result });
      controller.close();
    },
  });
}

type Found = { problems: FieldProblem[]; warnings: FieldProblem[] };
const nothing: Found = { problems: [], warnings: [] };

/** Errors and warnings of each line; fields are named without their position in the file. */
function checkEach(merchants: readonly NewMerchant[], stored: readonly FieldProblem[]): Found[] {
  const found = merchants.map((): Found => ({ problems: [], warnings: [] }));
  const { problems, warnings } = checkMerchants([...merchants]);
  for (const { field, ...text } of [...problems, ...stored]) {
    const { index, rest } = parseField(field);
    found[index]?.problems.push({ field: toColumn(rest), ...text });
  }
  for (const { field, ...text } of warnings) {
    const { index, rest } = parseField(field);
    found[index]?.warnings.push({ field: rest, ...text });
  }
  return found;
}

/** "merchants.12.slug" stands for the field `slug` of the thirteenth. */
function parseField(text: string): { index: number; rest: string } {
  const [, index = ""] = text.split(".", 2);
  return { index: Number(index), rest: text.slice(`merchants.${index}.`.length) };
}

/** A repeated slug is refused after its first line. */
async function planUnique(
  ctx: ServiceContext,
  environment: Environment,
  merchants: readonly NewMerchant[],
  found: readonly Found[],
): Promise<(SaveOutcome | undefined)[]> {
  const fit = merchants.filter((_, index) => found[index]?.problems.length === 0);
  const planned = (await planAll(ctx, environment, fit)).values();
  return merchants.map((_, index) => (found[index]?.problems.length === 0 ? planned.next().value : undefined));
}

function toProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ field: toColumn(issue.path.join(".")), ...issueMessage(issue) }));
}

/** A merchant's certificates are in one column. */
function toColumn(field: string): string {
  return field.startsWith("certificates") ? "certificate" : field;
}
