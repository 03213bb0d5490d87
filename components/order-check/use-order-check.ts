"use client";

import { useEffect, useRef, useState } from "react";
import type { CheckedOrder, OrderCheckStep, VerdictTotal } from "#lib/contract/order-check.ts";
import type { ReadOrder } from "#lib/core/shop-orders/read-orders.ts";
import { checkOrders } from "#lib/queries/order-check.ts";

type Ledger = Pick<Extract<OrderCheckStep, { step: "ledger" }>, "asOf" | "problem">;

export type OrderCheckRun = {
  state: "idle" | "running" | "done" | "failed";
  done: number;
  /** All but those for which shop, notification and ledger simply say the same. */
  rows: readonly CheckedOrder[];
  /** Positions of these. */
  equal: readonly number[];
  ledger: Ledger | null;
  /** Known at the end. */
  totals: readonly VerdictTotal[];
  error: unknown;
};

export const idleCheck: OrderCheckRun = { state: "idle", done: 0, rows: [], equal: [], ledger: null, totals: [], error: null };

type Scope = { environment: string; merchant: string | null };

/** Runs a check of a merchant's orders; it ends with the component. `before`: the check to begin with. */
export function useOrderCheck({ environment, merchant }: Scope, before = idleCheck) {
  const [{ of, run }, setState] = useState<{ of: string | null; run: OrderCheckRun }>({ of: merchant, run: before });
  const current = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a check of another merchant ends
  useEffect(() => {
    return () => {
      current.current?.abort();
      setState((before) => (before.run.state === "running" ? { ...before, run: idleCheck } : before));
    };
  }, [environment, merchant]);

  const setRun = (change: (before: OrderCheckRun) => OrderCheckRun) =>
    setState((before) => ({ of: merchant, run: change(before.run) }));

  function stop() {
    current.current?.abort();
    setRun(() => idleCheck);
  }

  async function start(orders: readonly ReadOrder[]) {
    if (merchant === null) return;
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setRun(() => ({ ...idleCheck, state: "running" }));
    // Rows are shown at the end: each update would cost more the more rows there are.
    const rows: CheckedOrder[] = [];
    const equal: number[] = [];
    try {
      for await (const step of checkOrders({ environment, merchant, orders, signal: own.signal })) {
        if (own.signal.aborted) return;
        if (step.step === "checked") {
          for (const row of step.rows) rows.push(row);
          for (const index of step.equal) equal.push(index);
          setRun((before) => ({ ...before, done: step.done }));
        } else if (step.step === "ledger") setRun((before) => ({ ...before, ledger: step }));
        else if (step.step === "end") setRun((before) => ({ ...before, state: "done", rows, equal, totals: step.totals }));
      }
    } catch (error) {
      if (!own.signal.aborted) setRun((before) => ({ ...before, state: "failed", error }));
    }
  }

  return { run: of === merchant ? run : idleCheck, start, stop };
}
