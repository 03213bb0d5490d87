import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";

type Amount = { value: number; currency_code: string; tip?: number };
type EposPayment = {
  payment_id: string;
  status: string;
  amount: Amount;
  terminal_id: string;
  reference_number: string | null;
  created_at: string;
  refund?: boolean;
};

/** `drop_before`: the connection breaks before the gateway acts; `drop_after`: after. A body is returned unchanged. */
type Fault = "drop_before" | "drop_after" | { status: number; body: string };

/** Payments and terminals of an HTTP gateway whose states and faults the test controls. */
export type TinyEpos = TinyGateway & {
  payments: EposPayment[];
  /** Consumed by the next change. */
  fault: Fault | undefined;
  changes: number;
  /** Rows of the gateway's ledger; undefined: reading is forbidden. */
  ledger: object[] | undefined;
  /** The list of terminals, or another response instead of it. */
  terminals: object[] | { status: number; body: string };
  /** Number of payments that the terminal's list announces beyond those it contains. */
  unlisted: number;
};

export const forbidden = { status: 403, body: '{"title":"Forbidden","status":403}' };
export const notFound = { status: 404, body: '{"title":"Not Found","status":404}' };

export async function startTinyEpos(): Promise<TinyEpos> {
  const upstream = await startTinyGateway();
  const terminals = [terminal("81000001", "EUR"), terminal("81000002", "JPY"), terminal("81000003", "KWD")];
  const nothing = { payments: [], fault: undefined, changes: 0, ledger: [], unlisted: 0 };
  const epos: TinyEpos = Object.assign(upstream, { ...nothing, terminals });
  epos.business = ({ method = "", url = "", headers }, body) => {
    const [path = ""] = url.split("?");
    // Each merchant has its own lists; only the cafe has terminals.
    if (path === "/pos/v1/terminals" && headers["x-session"] !== "s-cli_cafe") return ok(list([]));
    if (path === "/accounting/v1/transactions" && epos.ledger === undefined) return forbidden;
    if (path === "/pos/v1/terminals" && "status" in epos.terminals) return epos.terminals;
    if (method === "GET") return ok(read(epos, path, new URL(url, epos.url).searchParams));
    epos.changes += 1;
    const { fault } = epos;
    epos.fault = undefined;
    if (fault === "drop_before") return "drop";
    if (typeof fault === "object") return fault;
    const answer = change(epos, { method, path, body: body === "" ? {} : JSON.parse(body) });
    return fault === "drop_after" ? "drop" : ok(answer);
  };
  return epos;
}

function ok(body: unknown) {
  return body === undefined ? notFound : { status: 200, body: JSON.stringify(body) };
}

function list(items: unknown[], totalCount = items.length) {
  return { items, page: 1, page_size: 100, total_pages: 1, total_count: totalCount, has_next_page: false };
}

function read(epos: TinyEpos, path: string, query: URLSearchParams): unknown {
  if (path === "/pos/v1/terminals") return list("status" in epos.terminals ? [] : epos.terminals);
  if (path === "/accounting/v1/accounts") return list([]);
  if (path === "/accounting/v1/transactions") return list(epos.ledger ?? []);
  if (path === "/epos/v1/payments") {
    const payments = epos.payments.filter((item) => item.terminal_id === query.get("terminal_id"));
    return list(payments, payments.length + epos.unlisted);
  }
  const id = /^\/epos\/v1\/payments\/([^/]+)$/.exec(path)?.[1];
  return epos.payments.find((item) => item.payment_id === id);
}

function terminal(id: string, currency: string) {
  return { terminal_id: id, serial_number: `SN${id}`, model: "Go", terminal_name: `Till ${id}`, device_currency: currency };
}

type Change = { method: string; path: string; body: { amount: Amount; terminal_id: string; reference_number: string } };

function change(epos: TinyEpos, { method, path, body }: Change): unknown {
  if (path === "/epos/v1/payments" || path === "/epos/v1/payments/refund") {
    const payment = {
      ...body,
      payment_id: `65f0c2a9d4b1e7730a${String(epos.payments.length).padStart(6, "0")}`,
      status: path.endsWith("refund") ? "Success" : "InProgress",
      created_at: new Date().toISOString(),
      refund: path.endsWith("refund"),
      stan: "000112",
      rrn: "606300000112",
    };
    epos.payments.push(payment);
    return payment;
  }
  const id = path.split("/")[4];
  const payment = epos.payments.find((item) => item.payment_id === id);
  if (!payment) return undefined;
  payment.status = method === "DELETE" ? "Canceled" : "Reversed";
  return method === "DELETE" ? { id } : payment;
}
