"use client";

import { Alert } from "@heroui/react";
import { useMemo } from "react";
import { MerchantName } from "#components/merchant-name.tsx";
import type { LookupRow } from "#lib/contract/lookup.ts";
import { LookupTable } from "./lookup-table.tsx";
import type { LookupRun } from "./use-lookup-run.ts";

/** One verdict for each reference, and the merchants that could not be asked. */
export function LookupResults({ environment, run }: { environment: string; run: LookupRun }) {
  const rows = useMemo(() => [...run.rows.values()], [run.rows]);
  if (rows.length === 0) return null;
  const count = (verdict: LookupRow["verdict"]) => rows.filter((row) => row.verdict === verdict).length.toLocaleString("en-GB");
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
      <LookupTable environment={environment} rows={rows} />
    </section>
  );
}
