import { type MoneyBack, moneyBackOperations } from "#lib/contract/money-back.ts";
import type { MoneyBackReason } from "#lib/contract/notification-marks.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { findSlugs, requireRole, type ServiceContext } from "../context.ts";
import { amountCell, type ExportCell, type ExportFile, textCell } from "../export/export-cell.ts";
import { exportFile, showRows } from "../export/export-file.ts";
import type { SheetColumn } from "../export/to-xlsx.ts";
import { toMoneyBack } from "./list-money-back.ts";
import { type Place, type Scan, scanMoneyBack, toScan } from "./scan-money-back.ts";
import { sumMoneyBack } from "./sum-money-back.ts";

const columns: readonly SheetColumn[] = [
  { heading: "Received (UTC)", width: 22 },
  { heading: "Merchant", width: 20 },
  { heading: "Order", width: 24 },
  { heading: "IPC_Trnref", width: 16 },
  { heading: "Amount", width: 14, isAmount: true },
  { heading: "Currency", width: 9 },
  { heading: "Reason", width: 50 },
  { heading: "Our answer", width: 24 },
  { heading: "Money", width: 22 },
  { heading: "Proof", width: 24 },
  { heading: "Proof time (UTC)", width: 22 },
  { heading: "Payment reference", width: 24 },
  { heading: "Signature", width: 14 },
  { heading: "Notification ID", width: 38 },
  { heading: "Reversal transaction ID", width: 24 },
  { heading: "Reversal page", width: 48 },
  { heading: "Reversal notification ID", width: 38 },
];

const reasonWords: Record<MoneyBackReason, string> = {
  shop_refused: "the shop did not answer OK",
  shop_silent: "the shop did not answer in time",
  on_purpose: "the sandbox failed on purpose",
  certificate: "no installed certificate could verify it",
  signature: "the signature fits no certificate",
  field_order: "the field order was not accepted",
  format: "a field's format was not accepted",
  content: "its content was not accepted",
};

const proofWords = { rollback: "verified rollback", ledger: "reversal in the ledger" } as const;

/** What the list with the same filters has, as a file; for support and admin, and audited. */
export async function exportMoneyBack(ctx: ServiceContext, question: Place & { input: unknown }): Promise<ExportFile> {
  requireRole(ctx, moneyBackOperations.exportMoneyBack);
  const { format, ...filter } = parseInput(moneyBackOperations.exportMoneyBack.body, question.input);
  const scan = await toScan(ctx, question, filter);
  const { environment, merchant } = question;
  const { totals } = await sumMoneyBack(ctx, { ...question, input: filter });
  return exportFile(ctx, {
    ...{ environment, merchant, name: "money-back", act: "money_back.exported", format },
    detail: { filter, rows: totals.reduce((sum, { proven, open }) => sum + proven.count + open.count, 0) },
    sheet: { name: "Money back", columns, currencies: totals.flatMap(({ currency }) => currency ?? []) },
    cells: toCells(ctx, scan),
  });
}

async function* toCells(ctx: ServiceContext, scan: Scan): AsyncGenerator<ExportCell[][]> {
  for await (const batch of scanMoneyBack(ctx, scan, { withTransactions: true })) {
    const slugs = await findSlugs(
      ctx,
      batch.map(({ row }) => row.merchantId),
    );
    const items = batch.map((item) => toMoneyBack(item, slugs));
    yield showRows(ctx, items).map((item) => toRow(item, toReversalPage(ctx, scan, item)));
  }
}

/** The dashboard page of the reversal, where it is known. */
function toReversalPage({ publicOrigin }: ServiceContext, { query }: Scan, { merchant, proof }: MoneyBack): string | null {
  if (!proof?.transaction) return null;
  return `${publicOrigin}/${query.environment}/${merchant}/transactions/id/${encodeURIComponent(proof.transaction.id)}`;
}

function toRow(item: MoneyBack, reversalPage: string | null): ExportCell[] {
  const { currency, proof, answered, transaction } = item;
  return [
    ...[textCell(item.receivedAt), textCell(item.merchant), textCell(item.orderId), textCell(item.trnref)],
    ...[
      amountCell(item),
      textCell(currency),
      textCell(reasonWords[item.reason]),
      textCell(`${answered.status} ${answered.body}`),
    ],
    textCell(proof === null ? "may have gone back" : "went back"),
    ...[textCell(proof && proofWords[proof.by]), textCell(proof?.at ?? null), textCell(transaction?.reference ?? null)],
    ...[textCell(item.verdict === "valid" ? "verified" : item.verdict === "invalid" ? "rejected" : "not verified")],
    ...[textCell(item.id), textCell(proof?.transaction?.id ?? null), textCell(reversalPage)],
    textCell(proof?.notificationId ?? null),
  ];
}
