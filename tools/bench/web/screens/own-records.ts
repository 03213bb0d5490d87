import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "@playwright/test";
import pg from "pg";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { type Screens, surveyedOnce } from "./screens.ts";

/** A merchant that sells online, one whose sign-in fails on purpose, and one with a terminal. */
const online = "knigi-online";
export const refused = "refused";
const terminal = { merchant: "corner-cafe", terminalId: "81000001" };
/** So many sales lose their notification. */
const silentSales = 3;

/** Addresses of records in a state that only some have; `paid` can be refunded and reversed. */
export type OwnRecords = { reversed: string; refunded: string; unknown: string; paid: string };

type Payment = { paymentId: string; merchant: string; kind: string; status: string; originalId: string };

/** What the history lacks: rows of lists that are empty without a fault, and an unknown payment. Only after the first run was measured. */
export const ownRecords = surveyedOnce(makeRecords);

async function makeRecords({ app }: Screens): Promise<OwnRecords> {
  const order = { amountMinor: 1_990, currency: "EUR" };
  await control(app, "orders", { ...order, merchant: refused });
  await control(app, "receiver-faults", { merchant: online, kind: "error" });
  const { trnref } = (await control(app, "orders", { ...order, merchant: online })) as { trnref: string };
  await runSql(
    app,
    `delete from reconciliation where delivery_id in (select delivery_id from reconciliation where environment = 'sandbox'
      and transaction_id is not null and attempt = 'paid' limit ${silentSales})`,
  );
  const payments = await listItems<{ merchant: string; kind: string; status: string; originalId: string }>(
    app,
    "payments?limit=500",
  );
  const refund = payments.find(({ kind, status }) => kind === "refund" && status === "success");
  const paid = await pay(app);
  await control(app, "scenarios", { kind: "drop", merchant: terminal.merchant, path: "/epos/v1/payments", method: "POST" });
  await pay(app);
  for (const list of ["notifications/money-back", "notifications/never-notified", `${refused}/notifications`])
    await expect.poll(() => listItems(app, list), { message: list, timeout: waitMs }).not.toEqual([]);
  const read = async () => (await get(app, `${online}/transactions/${trnref}`)).ok;
  await expect.poll(read, { message: "the reversed sale", timeout: waitMs }).toBe(true);
  const findUnknown = async () =>
    (await listItems<Payment>(app, `${terminal.merchant}/payments?limit=50`)).find(({ status }) => status === "unknown");
  await expect.poll(findUnknown, { message: "the unknown payment", timeout: waitMs }).toBeDefined();
  const isPaid = async () => ((await (await get(app, paid)).json()) as { status: string }).status;
  await expect.poll(isPaid, { message: "the payment", timeout: waitMs }).toBe("success");
  return {
    reversed: `${online}/transactions/${trnref}`,
    refunded: `${refund?.merchant}/payments/${refund?.originalId}`,
    unknown: `${terminal.merchant}/payments/${(await findUnknown())?.paymentId}`,
    paid,
  };
}

const waitMs = 120_000;

/** Takes a terminal payment; resolves with its address. */
async function pay({ origin, cookie }: Screens["app"]): Promise<string> {
  const { merchant, terminalId } = terminal;
  const answer = await fetch(`${origin}/api/sandbox/${merchant}/payments`, {
    method: "POST",
    headers: { cookie, origin, "content-type": "application/json", "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify({ amountMinor: 1_234, currency: "EUR", terminalId, referenceNumber: "TABLE-9" }),
  });
  const { paymentId } = (await answer.json()) as { paymentId: string };
  return `${merchant}/payments/${paymentId}`;
}

function get({ origin, cookie }: Screens["app"], address: string): Promise<Response> {
  return fetch(`${origin}/api/sandbox/${address}`, { headers: { cookie } });
}

async function listItems<Item>(app: Screens["app"], address: string): Promise<Item[]> {
  return ((await (await get(app, address)).json()) as { items: Item[] }).items;
}

/** A control of the sandbox's gateway. */
async function control({ origin, dataDir }: Screens["app"], name: string, body: object): Promise<unknown> {
  const { sandbox } = JSON.parse(await readFile(path.join(dataDir, "sign-in.json"), "utf8")) as {
    sandbox: { controlKey: string };
  };
  const answer = await fetch(`${origin}/sandbox-gateway/control/${name}`, {
    method: "POST",
    headers: { "x-control-key": sandbox.controlKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox's ${name} answered ${answer.status}.`);
  return answer.json();
}

/** Makes a state that nothing brings about within a bench. */
export async function runSql<Row extends pg.QueryResultRow>(
  { dataDir }: Screens["app"],
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(dataDir) });
  await client.connect();
  return client
    .query<Row>(text, [...values])
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
