"use client";

import { Alert } from "@heroui/react";
import Link from "next/link";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/money.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { LookupRow } from "#lib/contract/lookup.ts";
import type { LookupRun } from "./use-lookup-run.ts";

const verdicts: Record<LookupRow["verdict"], { tone: Tone; text: string }> = {
  found: { tone: "success", text: "Found" },
  missing: { tone: "neutral", text: "Missing" },
  error: { tone: "danger", text: "Error" },
};

function columns(environment: string): Column<LookupRow>[] {
  return [
    {
      key: "reference",
      label: "Reference",
      className: "reference",
      cell: (row) => <Reference environment={environment} row={row} />,
    },
    {
      key: "verdict",
      label: "Verdict",
      cell: ({ verdict }) => <StatusMark tone={verdicts[verdict].tone}>{verdicts[verdict].text}</StatusMark>,
    },
    {
      key: "merchant",
      label: "Merchant",
      cell: ({ merchant }) => (merchant === undefined ? "–" : <MerchantName slug={merchant} />),
    },
    {
      key: "what",
      label: "What",
      cell: ({ transaction, error }) => error?.message ?? transaction?.row?.typeName ?? transaction?.details[0]?.label ?? "–",
    },
    {
      key: "amount",
      label: "Amount",
      isEnd: true,
      cell: ({ transaction }) =>
        transaction?.row ? (
          <Money {...transaction.row} />
        ) : (
          (transaction?.details.find(({ label }) => label === "Amount")?.value ?? "–")
        ),
    },
  ];
}

/** One verdict for each reference, and the merchants that could not be asked. */
export function LookupResults({ environment, run }: { environment: string; run: LookupRun }) {
  const rows = [...run.rows.values()];
  if (rows.length === 0) return null;
  const count = (verdict: LookupRow["verdict"]) => rows.filter((row) => row.verdict === verdict).length;
  return (
    <section aria-label="Results">
      <p role="status" className="pb-2">
        {count("found")} found, {count("missing")} missing, {count("error")} errors
      </p>
      {run.notSearched.length === 0 ? null : (
        <Alert status="warning" className="mb-3">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>Not every merchant could be asked</Alert.Title>
            <Alert.Description>
              {run.notSearched.map(({ merchant, reason }) => (
                <span key={merchant} className="block">
                  <strong>
                    <MerchantName slug={merchant} />
                  </strong>
                  : {reason}
                </span>
              ))}
            </Alert.Description>
          </Alert.Content>
        </Alert>
      )}
      <SimpleTable
        label="Looked up references"
        columns={columns(environment)}
        rows={rows}
        keyOf={({ reference }) => reference}
        copyOf={({ reference }) => reference}
      />
    </section>
  );
}

function Reference({ environment, row }: { environment: string; row: LookupRow }) {
  if (row.verdict !== "found" || row.merchant === undefined) return row.reference;
  return (
    <Link
      className="text-accent underline underline-offset-2"
      href={`/${environment}/${row.merchant}/transactions/${encodeURIComponent(row.reference)}`}
    >
      {row.reference}
    </Link>
  );
}
