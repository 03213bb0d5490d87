import { timingSafeEqual } from "node:crypto";
import type { Vault } from "#lib/vault/vault.ts";

/** Allows a returning customer to query one attempt of one order, until `until` (ms since 1970). */
export type ReturnTicket = { endpointId: string; orderId: string; trnref: string | null; isCancel: boolean; until: number };

export const ticketLifeMs = 15 * 60_000;

export function sealTicket(vault: Vault, ticket: ReturnTicket): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${payload}.${proofOf(vault, payload)}`;
}

/** Undefined when it was changed, has expired, or belongs to another endpoint. */
export function openTicket(
  vault: Vault,
  { ticket, endpointId, nowMs }: { ticket: string; endpointId: string; nowMs: number },
): ReturnTicket | undefined {
  const [payload = "", proof = ""] = ticket.split(".");
  const given = Buffer.from(proof);
  const expectedProof = Buffer.from(proofOf(vault, payload));
  if (given.length !== expectedProof.length || !timingSafeEqual(given, expectedProof)) return undefined;
  const opened: ReturnTicket = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  return opened.until > nowMs && opened.endpointId === endpointId ? opened : undefined;
}

function proofOf(vault: Vault, payload: string): string {
  return vault.hash(`return ticket\n${payload}`);
}
