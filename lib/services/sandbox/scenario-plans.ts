import type { ScenarioId } from "#lib/contract/scenario.ts";

/** What the sandbox's own controls take (lib/sandbox/control); undefined where the sandbox is off. */
export type SandboxControl = {
  control(call: { method: "GET" | "POST" | "DELETE"; name: string; body?: unknown }): Promise<unknown>;
};

type Fault = { kind: string; method?: "POST"; path?: string; count: number; ms?: number };

/**
 * Which merchant a scenario concerns, what its gateway is told, and where the desk's answer is seen. Each merchant is
 * one that little else is shown with, so that a demonstration goes on beside them.
 */
export type ScenarioPlan = { merchant: string; page: string } & (
  | { how: "fault"; fault: Fault }
  | { how: "refusal"; asks: number }
  | { how: "order"; amountMinor: number; tamper: boolean; times: number }
);

/** More calls than anybody makes before it is put back. */
const always = 10_000;

export const scenarioPlans: Readonly<Record<ScenarioId, ScenarioPlan>> = {
  slow: { merchant: "knigi-online", page: "transactions", how: "fault", fault: { kind: "latency", count: always, ms: 6_000 } },
  away: { merchant: "taxi-athina", page: "transactions", how: "fault", fault: { kind: "drop", count: always } },
  throttled: {
    merchant: "sakura-travel",
    page: "transactions",
    how: "fault",
    fault: { kind: "throttle", path: "/accounting/", count: always, ms: 20_000 },
  },
  refused: { merchant: "bodega-del-sol", page: "transactions", how: "refusal", asks: 1 },
  lock_guard: { merchant: "bodega-del-sol", page: "connection", how: "refusal", asks: 5 },
  lost_answer: {
    merchant: "sakura-travel",
    page: "payments/new",
    how: "fault",
    fault: { kind: "drop-after", method: "POST", path: "/epos/v1/payments", count: 1 },
  },
  forged: { merchant: "knigi-online", page: "notifications", how: "order", amountMinor: 4_200, tamper: true, times: 1 },
  duplicate: { merchant: "knigi-online", page: "notifications", how: "order", amountMinor: 1_950, tamper: false, times: 3 },
};
