const table: readonly (readonly [label: string, pattern: RegExp])[] = [
  ["token", /\/oauth\/token$/],
  ["session", /\/auth\/session$/],
  ["transactions_multiple", /\/transactions\/multiple$/],
  ["transactions_list", /\/transactions$/],
  ["transaction", /\/transactions\/[^/]+$/],
  ["accounts_list", /\/accounts$/],
  ["terminals_list", /\/terminals$/],
  ["terminal", /\/terminals\/[^/]+$/],
  ["payment_reversal", /\/payments\/[^/]+\/reversal$/],
  ["payment_refund", /\/refund[^/]*$/],
  ["payments", /\/payments$/],
  ["payment", /\/payments\/[^/]+$/],
];

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** A gateway address as one of a fixed set of labels: "GET transactions_list", "token", "other". */
export function gatewayEndpointLabel(method: string, path: string): string {
  const found = table.find(([, pattern]) => pattern.test(path));
  if (!found || !methods.has(method)) return "other";
  const [label] = found;
  return label === "token" || label === "session" ? label : `${method} ${label}`;
}
