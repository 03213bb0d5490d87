"use client";

import { Table } from "@heroui/react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { memo } from "react";
import { TableLayout, Virtualizer } from "react-aria-components";
import { useGridKeys } from "#components/data-table/use-grid-keys.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { LookupRow } from "#lib/contract/lookup.ts";

const verdicts: Record<LookupRow["verdict"], { tone: Tone; text: string }> = {
  found: { tone: "success", text: "Found" },
  missing: { tone: "neutral", text: "Missing" },
  error: { tone: "danger", text: "Error" },
};

const layoutOptions = { rowHeight: 40, headingHeight: 36 };

/** A row for each reference; of ten thousand only those in view exist in the page. */
export const LookupTable = memo(function LookupTable({ environment, rows }: { environment: string; rows: readonly LookupRow[] }) {
  const router = useRouter();
  const open = (reference: string) => {
    const href = hrefOf(
      environment,
      rows.find((row) => row.reference === reference),
    );
    if (href !== undefined) router.push(href);
  };
  const onKeyDown = useGridKeys({ onCopy: (reference) => void navigator.clipboard?.writeText(reference) });
  const heightPx = layoutOptions.headingHeight + rows.length * layoutOptions.rowHeight + 2;
  return (
    <Table variant="secondary" onKeyDown={onKeyDown}>
      <Table.ScrollContainer>
        <Virtualizer layout={TableLayout} layoutOptions={layoutOptions}>
          <Table.Content
            aria-label="Looked up references"
            className="min-w-[44rem] overflow-auto"
            onRowAction={(key) => open(String(key))}
            style={{ height: `min(60dvh, ${heightPx}px)` }}
          >
            <Table.Header>
              <Table.Column isRowHeader minWidth={190}>
                Reference
              </Table.Column>
              <Table.Column minWidth={100}>Verdict</Table.Column>
              <Table.Column minWidth={120}>Merchant</Table.Column>
              <Table.Column minWidth={180}>What</Table.Column>
              <Table.Column minWidth={130}>
                <span className="block text-right">Amount</span>
              </Table.Column>
            </Table.Header>
            <Table.Body>
              <Table.Collection items={rows} dependencies={[environment]}>
                {(row) => <ResultRow environment={environment} row={row} />}
              </Table.Collection>
            </Table.Body>
          </Table.Content>
        </Virtualizer>
      </Table.ScrollContainer>
    </Table>
  );
});

function ResultRow({ environment, row }: { environment: string; row: LookupRow }) {
  const { reference, verdict, merchant, transaction, error } = row;
  const what = error?.message ?? transaction?.row?.typeName ?? transaction?.details[0]?.label ?? "–";
  return (
    <Table.Row id={reference} textValue={reference}>
      <Table.Cell className="reference truncate">
        <Reference environment={environment} row={row} />
      </Table.Cell>
      <Table.Cell>
        <StatusMark tone={verdicts[verdict].tone}>{verdicts[verdict].text}</StatusMark>
      </Table.Cell>
      <Table.Cell className="truncate">{merchant === undefined ? "–" : <MerchantName slug={merchant} />}</Table.Cell>
      <Table.Cell className="truncate">
        <span title={what}>{what}</span>
      </Table.Cell>
      <Table.Cell className="text-right">
        {transaction?.row ? (
          <Money {...transaction.row} />
        ) : (
          (transaction?.details.find(({ label }) => label === "Amount")?.value ?? "–")
        )}
      </Table.Cell>
    </Table.Row>
  );
}

function Reference({ environment, row }: { environment: string; row: LookupRow }) {
  const href = hrefOf(environment, row);
  if (href === undefined) return row.reference;
  return (
    <Link className="text-accent underline underline-offset-2" href={href} prefetch={false}>
      {row.reference}
    </Link>
  );
}

/** Where a found one opens; the others lead nowhere. */
function hrefOf(environment: string, row: LookupRow | undefined): string | undefined {
  if (row?.verdict !== "found" || row.merchant === undefined) return undefined;
  return `/${environment}/${row.merchant}/transactions/${encodeURIComponent(row.reference)}`;
}
