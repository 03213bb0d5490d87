"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { NotSearched } from "#lib/contract/common.ts";
import type { LookupRow } from "#lib/contract/lookup.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { lookUp } from "#lib/queries/lookups.ts";
import type { CheckedRow } from "./shown-row.ts";

const chunkSize = 100;
/** Progress is updated with each chunk, rows at most this often, because each update costs more the more rows there are. */
const showRowsEveryMs = 1_000;

export type LookupRun = {
  rows: ReadonlyMap<string, CheckedRow>;
  notSearched: readonly NotSearched[];
  /** Number of merchants that could not be queried or were over the limit; the first are named. */
  notSearchedCount: number;
  done: number;
  total: number;
  isRunning: boolean;
};

const nothing: LookupRun = { rows: new Map(), notSearched: [], notSearchedCount: 0, done: 0, total: 0, isRunning: false };

/**
 * Looks references up in chunks; a failed chunk marks its references as errors, and the run continues. Results are those of the
 * scope; a run stops when the scope changes or the component unmounts.
 */
export function useLookupRun(scope: Scope) {
  const t = useTranslations("common");
  const { environment, merchant } = scope;
  const [{ of, run }, setState] = useState({ of: merchant, run: nothing });
  const latest = useRef(0);
  const setRun = (change: (before: LookupRun) => LookupRun) => setState((before) => ({ of: merchant, run: change(before.run) }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a run of another scope stops
  useEffect(() => {
    return () => {
      latest.current += 1;
      setState((before) => ({ ...before, run: { ...before.run, isRunning: false } }));
    };
  }, [environment, merchant]);

  async function start(references: readonly string[], keep: ReadonlyMap<string, CheckedRow> = new Map()) {
    const own = ++latest.current;
    const rows = new Map(keep);
    const total = references.length;
    let notSearched: readonly NotSearched[] = [];
    let notSearchedCount = 0;
    let shownAtMs = 0;
    setRun(() => ({ rows: keep, notSearched, notSearchedCount, done: 0, total, isRunning: true }));
    for (let chunkStart = 0; chunkStart < references.length; chunkStart += chunkSize) {
      const chunk = references.slice(chunkStart, chunkStart + chunkSize);
      const result = await lookUp(scope, chunk).catch((error: unknown) => toErrors(chunk, error, t("pageFailed")));
      if (own !== latest.current) return;
      for (const row of result.rows) rows.set(row.reference, { ...row, notChecked: result.notSearchedCount });
      notSearched = [...new Map([...notSearched, ...result.notSearched].map((item) => [item.merchant, item])).values()];
      notSearchedCount = Math.max(notSearchedCount, result.notSearchedCount, notSearched.length);
      const done = chunkStart + chunk.length;
      const isRunning = done < total;
      const showRows = !isRunning || performance.now() - shownAtMs > showRowsEveryMs;
      if (showRows) shownAtMs = performance.now();
      setRun((before) => ({
        ...{ notSearched, notSearchedCount, done, total, isRunning },
        rows: showRows ? new Map(rows) : before.rows,
      }));
    }
  }

  return { run: of === merchant ? run : nothing, start };
}

function toErrors(references: readonly string[], thrown: unknown, otherwise: string) {
  const error =
    thrown instanceof ApiError ? { code: thrown.code, message: thrown.message } : { code: "internal", message: otherwise };
  const rows = references.map((reference): LookupRow => ({ reference, verdict: "error", error }));
  return { rows, notSearched: [] as NotSearched[], notSearchedCount: 0 };
}
