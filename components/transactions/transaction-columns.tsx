import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Column } from "#components/data-table/columns.ts";
import type { Say } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { StateMark } from "#components/state-mark.tsx";
import { TagChips } from "#components/tags/tag-chips.tsx";
import { Check } from "#components/ui/icons.tsx";
import { Money } from "#components/ui/money.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { ExportColumn } from "#lib/contract/export.ts";
import type { Transaction } from "#lib/contract/transaction.ts";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import { transactionState } from "#lib/core/transaction-state.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";
import { visitedKey } from "./visited.ts";

/** Default columns, the most important first. */
export const usualColumns: readonly TransactionColumn[] = [
  "occurredAt",
  "amount",
  "notified",
  "type",
  "merchant",
  "referenceNumber",
  "pan",
  "reference",
  "terminalId",
  "tags",
];

type Shape = Omit<Column<Transaction>, "key" | "label">;
type Speech = { t: Words<"transactions">; say: Say };

function columnsOf({ t, say }: Speech, visited: ReadonlySet<string>): Record<TransactionColumn, Shape> {
  return {
    occurredAt: {
      minPx: 112,
      isFixed: true,
      narrow: "note",
      className: "whitespace-nowrap",
      cell: ({ occurredAt: at, isTimeEstimated }) => <Timestamp at={at} isEstimated={isTimeEstimated} precision="row" />,
    },
    reference: {
      minPx: 146,
      wraps: true,
      narrow: "title",
      className: "reference",
      isLink: true,
      cell: (item) => (
        <Reference isVisited={visited.has(visitedKey(item))}>
          {item.reference ?? <WithoutReference text={item.description ?? say(transactionTypeText(item.type))} />}
        </Reference>
      ),
    },
    merchant: {
      minPx: 124,
      wraps: true,
      dropOrder: 1,
      narrow: "merchant",
      cell: ({ merchant }) => <MerchantName slug={merchant} />,
    },
    type: {
      minPx: 138,
      wraps: true,
      dropOrder: 2,
      narrow: "aside",
      cell: ({ type }) => <span title={say(transactionTypeText(type))}>{say(transactionTypeText(type))}</span>,
    },
    amount: { minPx: 124, isFixed: true, isEnd: true, narrow: "value", cell: (item) => <Money {...item} /> },
    referenceNumber: {
      minPx: 124,
      wraps: true,
      dropOrder: 3,
      className: "reference",
      cell: ({ referenceNumber }) => referenceNumber ?? "–",
    },
    terminalId: { minPx: 84, isFixed: true, dropOrder: 5, className: "reference", cell: ({ terminalId }) => terminalId ?? "–" },
    pan: { minPx: 66, isFixed: true, dropOrder: 4, className: "reference", cell: ({ pan }) => pan?.replace(/^\*+/, "••") ?? "–" },
    notified: {
      minPx: 142,
      isFixed: true,
      wraps: true,
      narrow: "status",
      cell: (row) => <StateMark {...transactionState({ row })} />,
    },
    tags: { minPx: 96, dropOrder: 6, cell: ({ tags }) => <TagChips names={tags} /> },
    sign: { minPx: 84, cell: ({ sign }) => t(`sign.${sign}`) },
    accountNumber: { minPx: 116, className: "reference", cell: ({ accountNumber }) => accountNumber ?? "–" },
    description: {
      minPx: 200,
      wraps: true,
      cell: ({ description }) => <span title={description ?? ""}>{description ?? "–"}</span>,
    },
  };
}

/** The selected columns from left to right. Default columns may be dropped when the table is narrow. */
export function toGridColumns(
  speech: Speech,
  chosen: readonly TransactionColumn[],
  visited: ReadonlySet<string>,
): Column<Transaction>[] {
  const columns = columnsOf(speech, visited);
  const isUsual = chosen.join() === usualColumns.filter((key) => key !== "merchant" || chosen.includes(key)).join();
  return chosen.map((key) => ({
    ...{ key, label: speech.t(`columns.${key}`), ...columns[key] },
    ...(isUsual ? {} : { dropOrder: 0 }),
  }));
}

/** The same columns in a file, where amount and currency are separate. */
export function toExportColumns(chosen: readonly TransactionColumn[]): ExportColumn[] {
  return chosen.flatMap((column): ExportColumn[] => (column === "amount" ? ["amount", "currency"] : [column]));
}

/** On a telephone, where neither the description nor the type has a column of its own, it stands in the place of the reference. */
function WithoutReference({ text }: { text: string }) {
  return (
    <>
      <span className="@max-[44rem]/rows:hidden">–</span>
      <span className="hidden font-sans text-muted @max-[44rem]/rows:inline">{text}</span>
    </>
  );
}

function Reference({ children, isVisited }: { children: ReactNode; isVisited: boolean }) {
  const t = useTranslations("transactions");
  if (!isVisited) return children;
  return (
    <span className="text-muted">
      {/* Beside the cell's text, so that a long reference keeps its one line. */}
      <Check
        aria-hidden="true"
        className="me-1 inline size-3 @min-[44rem]/rows:absolute @min-[44rem]/rows:top-1/2 @min-[44rem]/rows:-left-1 @min-[44rem]/rows:-translate-y-1/2"
      />
      {children}
      <span className="sr-only">{t("openedBefore")}</span>
    </span>
  );
}
