import type { Vault } from "../../vault/vault.ts";

/** What a customer who came back may go on asking about: one attempt of one order, for a quarter of an hour. */
export type ReturnTicket = { endpointId: string; orderId: string; trnref: string | null; isCancel: boolean };

const lifeMs = 15 * 60_000;

export function sealTicket(vault: Vault, ticket: ReturnTicket, nowMs: number): string {
  const payload = Buffer.from(JSON.stringify({ ...ticket, until: nowMs + lifeMs })).toString("base64url");
  return `${payload}.${proofOf(vault, payload)}`;
}

/** Undefined when it was changed, has ended, or belongs to another endpoint. */
export function openTicket(
  vault: Vault,
  { ticket, endpointId, nowMs }: { ticket: string; endpointId: string; nowMs: number },
): ReturnTicket | undefined {
  const [payload = "", proof = ""] = ticket.split(".");
  if (proofOf(vault, payload) !== proof) return undefined;
  const { until, ...opened } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as ReturnTicket & { until: number };
  return until > nowMs && opened.endpointId === endpointId ? opened : undefined;
}

function proofOf(vault: Vault, payload: string): string {
  return vault.hash(`return ticket\n${payload}`);
}
