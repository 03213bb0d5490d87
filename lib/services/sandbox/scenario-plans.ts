import type { ScenarioId } from "#lib/contract/scenario.ts";

/** The parameters of the sandbox's own controls (lib/sandbox/control); undefined where the sandbox is off. */
export type SandboxControl = {
  control(call: { method: "GET" | "POST" | "DELETE"; name: string; body?: unknown }): Promise<unknown>;
};

type Fault = { kind: string; method?: "POST"; path?: string; count: number; ms?: number };

/**
 * The merchant of each scenario, the settings of its gateway, and where the effect is visible. Each merchant is rarely used
 * otherwise, so that a demonstration can continue with the others.
 */
export type ScenarioPlan = { merchant: string; page: string } & (
  | { how: "fault"; fault: Fault }
  | { how: "refusal"; asks: number }
  | { how: "order"; amountMinor: number; tamper: boolean; times: number }
);

/** More calls than will be made before the scenario ends. */
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
