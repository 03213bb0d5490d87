import { callDays } from "#lib/core/gateway-calls.ts";
import type { Bundle, BundledNotification } from "./gather.ts";

type Cells = readonly (string | number | null | undefined)[];

/** The bundle as Markdown for a ticket. */
export function toMarkdown(bundle: Bundle): string {
  const { summary, environment, merchant, madeAt, subject, transaction, payments, notifications, calls, timings } = bundle;
  const name = subject.reference ?? subject.payment ?? subject.id ?? subject.notification ?? "";
  const parts = [
    plain(summary),
    `# ${plain(name)}`,
    list([
      ["Environment", environment],
      ["Merchant", merchant],
      ["Made", madeAt],
      ["Left out", "credentials, card numbers, personal values, received bodies"],
    ]),
    section(
      "What happened when",
      table(
        ["Time", "After", "What"],
        timings.map(({ at, afterMs, what }) => [at, `${afterMs} ms`, what]),
      ),
    ),
    ...(transaction ? [section("Ledger", transactionPart(transaction))] : []),
    ...payments.map((payment) =>
      section(`${payment.kind === "refund" ? "Refund" : "Payment"} ${payment.paymentId}`, [
        list([
          ["Status", payment.status],
          ["Amount", formatMoney(payment)],
          ["Reference", payment.referenceNumber],
        ]),
        fieldTable(payment.fields),
      ]),
    ),
    ...notifications.map((notification) => section(`Notification ${notification.id}`, notificationPart(notification))),
    section(
      "Calls to the gateway",
      calls.length === 0
        ? `None of the last ${callDays} days that this account may see.`
        : table(
            ["Time", "Call", "Status", "Took", "Problem"],
            calls.map(({ at, method, path, status, ms, problem }) => [
              at,
              `${method} ${path}`,
              status,
              `${Math.round(ms)} ms`,
              problem,
            ]),
          ),
    ),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function transactionPart({ rows, details, source, asOf }: NonNullable<Bundle["transaction"]>): string[] {
  return [
    list([
      ["From", source],
      ["As of", asOf],
    ]),
    ...rows.flatMap((row) => [`### ${plain(row.typeName)}, ${plain(formatMoney(row))}`, fieldTable(row.fields)]),
    ...(details.length === 0 ? [] : ["### What the gateway shows", fieldTable(details)]),
  ];
}

function notificationPart(notification: BundledNotification): string[] {
  const { receivedAt, method, verdict, reasons, answered, seen, facts, transaction, fields, headers, firstDifference } =
    notification;
  return [
    list([
      ["Received", receivedAt],
      ["Method", method],
      ["Verdict", verdict],
      ["Reasons", reasons.join(", ") || null],
      ["First difference", firstDifference],
      ["Answered", `${answered.status} ${answered.body} after ${answered.ms} ms`],
      ["Seen", seen],
      ["Verified by", facts.signature.key],
      ["At the gateway", facts.gateway?.state],
      ["Ledger row", transaction?.reference ?? transaction?.id],
      [
        "Amount and currency agree",
        transaction?.agrees === undefined || transaction.agrees === null ? null : String(transaction.agrees),
      ],
    ]),
    table(
      ["Field", "Value", "Meaning"],
      fields.map(({ name, value, meaning }) => [name, value, meaning]),
    ),
    table(
      ["Header", "Value"],
      headers.map(({ name, value }) => [name, value]),
    ),
  ];
}

function formatMoney({
  amountMinor,
  currency,
  ...rest
}: {
  amountMinor: number | null;
  currency: string;
  amountText?: string;
}): string {
  return `${currency} ${rest.amountText ?? amountMinor}${rest.amountText === undefined ? " minor units" : ""}`;
}

function section(title: string, content: string | string[]): string {
  return [`## ${plain(title)}`, ...(Array.isArray(content) ? content : [content])].filter(Boolean).join("\n\n");
}

function fieldTable(fields: readonly { label: string; value: string }[]): string {
  return table(
    ["Field", "Value"],
    fields.map(({ label, value }) => [label, value]),
  );
}

function table(head: readonly string[], rows: readonly Cells[]): string {
  if (rows.length === 0) return "";
  const line = (cells: Cells) => `| ${cells.map((cell) => plain(String(cell ?? ""))).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function list(entries: readonly (readonly [name: string, value: string | number | null | undefined])[]): string {
  return entries
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `- ${name}: ${plain(String(value))}`)
    .join("\n");
}

/** Escapes received text, so that it cannot end a cell, start markup or contain a link. */
function plain(text: string): string {
  return text.replace(/[\r\n]+/gu, " ").replace(/[\\`*_{}[\]<>#|!~]/gu, "\\$&");
}
