import type { FeeKind } from "#lib/contract/fee-marks.ts";
import { type FeeRecord, feeOperations } from "#lib/contract/fees.ts";
import { toPercentText } from "#lib/core/fee-rate.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { type FeeRow, listFeeRates } from "#lib/db/transactions/fee-rates.ts";
import { findSlugs, requireRole, type ServiceContext } from "../context.ts";
import { amountCell, contentTypes, type ExportCell, type ExportFile, textCell } from "../export/export-cell.ts";
import { toCsv } from "../export/to-csv.ts";
import { type SheetColumn, toXlsx } from "../export/to-xlsx.ts";
import { toFeeRecord } from "./list-fees.ts";
import { type FeeScan, toFeeScan } from "./scan-fees.ts";

const columns: readonly SheetColumn[] = [
  { heading: "Time (UTC)", width: 22 },
  { heading: "Merchant", width: 20 },
  { heading: "Payment reference", width: 24 },
  { heading: "Card brand", width: 14 },
  { heading: "Sale", width: 14, isAmount: true },
  { heading: "Fee", width: 14, isAmount: true },
  { heading: "Currency", width: 9 },
  { heading: "Rate (%)", width: 10 },
  { heading: "Result", width: 30 },
  { heading: "Time estimated", width: 14 },
];

const kindWords: Record<FeeKind, string> = {
  rated: "fee",
  outlier: "rate far from the merchant's",
  other_currency: "fee in another currency",
  without_fee: "no fee found",
  fee_alone: "fee without a sale",
};

type Reading = { kind: FeeKind | undefined; readAtOnce: number };
type FeesToExport = { environment: Environment; input: unknown; readAtOnce?: number | undefined };

/** Few statements, since each joins the whole period. */
const rowsOfStatement = 500_000;
const rowsAtOnce = 1_000;

/** What the list with the same filters has, as a file; for support and admin, and audited. Always in English, since machines read it. */
export async function exportFees(
  ctx: ServiceContext,
  { environment, input, readAtOnce = rowsOfStatement }: FeesToExport,
): Promise<ExportFile> {
  requireRole(ctx, feeOperations.exportFees);
  const { format, kind, ...filter } = parseInput(feeOperations.exportFees.body, input);
  const scan = await toFeeScan(ctx, environment, filter);
  const at = new Date(ctx.clock.now());
  const { merchant } = filter;
  await recordAudit(ctx, {
    ...{ at, staffId: ctx.staff.id, actor: ctx.staff.email, act: "fees.exported", environment },
    ...(merchant === undefined ? {} : { merchant }),
    detail: { format, filter: { ...filter, kind } },
    peer: ctx.peer,
  });
  const cells = toCells(ctx, scan, { kind, readAtOnce });
  const headings = columns.map(({ heading }) => heading);
  const body = format === "csv" ? toCsv(headings, cells) : toXlsx(cells, { name: "Fees", columns, currencies: [] });
  const name = ["fees", environment, ...(merchant === undefined ? [] : [merchant]), at.toISOString().slice(0, 10)];
  return { body, contentType: contentTypes[format], fileName: `${name.join("-")}.${format}` };
}

async function* toCells(ctx: ServiceContext, scan: FeeScan, reading: Reading): AsyncGenerator<ExportCell[][]> {
  for await (const rows of readRows(ctx, scan, reading)) {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const batch = rows.slice(at, at + rowsAtOnce);
      const slugs = await findSlugs(
        ctx,
        batch.map(({ merchantId }) => merchantId),
      );
      yield batch.map((row) => toRow(toFeeRecord(row, slugs)));
    }
  }
}

async function* readRows(ctx: ServiceContext, { query }: FeeScan, { kind, readAtOnce }: Reading): AsyncGenerator<FeeRow[]> {
  let after: FeeRow | undefined;
  do {
    const rows: FeeRow[] = await listFeeRates(ctx.db, { ...query, kind, after, limit: readAtOnce });
    yield rows;
    after = rows.length === readAtOnce ? rows.at(-1) : undefined;
  } while (after);
}

function toRow({ saleMinor, feeMinor, currency, isTimeEstimated, ...row }: FeeRecord): ExportCell[] {
  const amount = (amountMinor: number | null) => amountCell({ amountMinor, currency });
  const rate = saleMinor === null || feeMinor === null ? undefined : toPercentText({ saleMinor, feeMinor });
  return [
    ...[textCell(row.occurredAt), textCell(row.merchant), textCell(row.reference), textCell(row.brand)],
    ...[amount(saleMinor), amount(feeMinor), textCell(currency)],
    rate === undefined ? textCell(null) : { text: rate, isNumber: true },
    ...[textCell(kindWords[row.kind]), textCell(isTimeEstimated ? "yes" : null)],
  ];
}
