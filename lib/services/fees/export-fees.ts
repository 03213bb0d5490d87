import type { FeeKind } from "#lib/contract/fee-marks.ts";
import { type FeeRecord, feeOperations } from "#lib/contract/fees.ts";
import { toPercentText } from "#lib/core/fee-rate.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { type FeeRow, listFeeRates } from "#lib/db/transactions/fee-rates.ts";
import { findSlugs, requireRole, type ServiceContext } from "../context.ts";
import { amountCell, type ExportCell, type ExportFile, textCell } from "../export/export-cell.ts";
import { exportFile, showRows } from "../export/export-file.ts";
import type { SheetColumn } from "../export/to-xlsx.ts";
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

/** As few statements as memory allows, since each joins the whole period, and its rows stay while a slow client reads. */
const rowsOfStatement = 20_000;
const rowsAtOnce = 1_000;

/** What the list with the same filters has, as a file; for support and admin, and audited. */
export async function exportFees(
  ctx: ServiceContext,
  { environment, input, readAtOnce = rowsOfStatement }: FeesToExport,
): Promise<ExportFile> {
  requireRole(ctx, feeOperations.exportFees);
  const { format, kind, ...filter } = parseInput(feeOperations.exportFees.body, input);
  const scan = await toFeeScan(ctx, environment, filter);
  return exportFile(ctx, {
    ...{ environment, merchant: filter.merchant, name: "fees", act: "fees.exported", format },
    detail: { filter: { ...filter, kind } },
    sheet: { name: "Fees", columns },
    cells: toCells(ctx, scan, { kind, readAtOnce }),
  });
}

async function* toCells(ctx: ServiceContext, scan: FeeScan, reading: Reading): AsyncGenerator<ExportCell[][]> {
  for await (const rows of readRows(ctx, scan, reading)) {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const batch = rows.slice(at, at + rowsAtOnce);
      const slugs = await findSlugs(
        ctx,
        batch.map(({ merchantId }) => merchantId),
      );
      yield showRows(
        ctx,
        batch.map((row) => toFeeRecord(row, slugs)),
      ).map(toRow);
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
