import { setTimeout as wait } from "node:timers/promises";
import { toPairId } from "#lib/db/lockout/permit-rows.ts";
import type { Fault } from "./fault.ts";
import type { Stage } from "./stage.ts";

const environment = "demo";
/** One for each fault, since terminals that were read are kept for minutes. */
const merchants = { pays: "corner-cafe", signsIn: "zum-anker", isRefused: "knigi-online" };
const terminalId = "81000001";
const callsMax = 10_000;
/** As many as count as late (lib/db/backlog/read-backlog.ts). */
const failuresLate = 5;
const betweenMs = 200;

const control = ({ gateway }: Stage, name: string, body: object) => gateway.control({ method: "POST", name, body });
const readTerminals = async (stage: Stage, merchant: string) =>
  (await stage.call("GET", `/api/${environment}/${merchant}/terminals`)).text();
const heal = ({ gateway }: Stage) => gateway.control({ method: "DELETE", name: "scenarios" });

export const paymentUnknown: Fault = {
  name: "the gateway takes a payment and answers nothing",
  alerts: ["PaymentsUnknown"],
  async begin(stage) {
    const path = "/payments";
    await control(stage, "scenarios", { kind: "drop-after", method: "POST", path, count: callsMax });
    await control(stage, "scenarios", { kind: "unavailable", path, count: callsMax });
    const payment = { amountMinor: 10_00, currency: "EUR", terminalId, description: "drill" };
    await stage.call("POST", `/api/${environment}/${merchants.pays}/payments`, payment);
    return () => heal(stage);
  },
};

/** The next session is refused under the token that is still in use here: the guard keeps one more attempt, with a new one. */
export const tokenForgotten: Fault = {
  name: "the gateway forgets its tokens",
  alerts: ["GatewaySignInRefused"],
  async begin(stage) {
    const { query, until, scene, gateway } = stage;
    const pair = { environment, kind: "session", clientId: gateway.clientIdOf(merchants.signsIn) } as const;
    await until("its session has ended", async () => {
      const id = toPairId(scene.database.vault, pair);
      return (await query("select from identity_pair where id = $1 and cached_until < now()", [id])).length > 0;
    });
    await control(stage, "expire-tokens", {});
    await readTerminals(stage, merchants.signsIn);
    return async () => {};
  },
};

export const merchantRefused: Fault = {
  name: "the gateway refuses a merchant",
  alerts: ["GatewaySignInRefused", "LockoutGuardOpen"],
  async begin(stage) {
    await control(stage, "settings", { refusedMerchants: [merchants.isRefused] });
    await readTerminals(stage, merchants.isRefused);
    return async () => {
      await control(stage, "settings", { refusedMerchants: [] });
      const attempt = { half: "session", name: merchants.isRefused };
      const path = `/api/${environment}/${merchants.isRefused}/connection/try-once-more`;
      const text = await (await stage.call("POST", path, attempt)).text();
      if (!text.includes('"signed_in"')) throw new Error(`The administrator's attempt failed: ${text}`);
    };
  },
};

export const ledgersAway: Fault = {
  name: "the gateway's ledgers are away",
  alerts: ["LedgersLate"],
  async begin(stage) {
    const { query, until } = stage;
    await control(stage, "scenarios", { kind: "error", path: "/accounting", count: callsMax });
    // The pauses between its attempts are left out.
    const tryNow = () => query(`update ledger_sync set due_at = now() where environment = '${environment}'`);
    await until("a ledger fails again and again", async () => {
      await tryNow();
      await wait(betweenMs);
      const [row] = await query<{ failures: number }>("select max(failures)::int as failures from ledger_sync");
      return (row?.failures ?? 0) >= failuresLate;
    });
    return async () => {
      await heal(stage);
      await tryNow();
    };
  },
};
