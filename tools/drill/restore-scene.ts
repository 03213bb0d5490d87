import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import type { Payment } from "#lib/contract/payment.ts";
import { AppError } from "#lib/core/errors.ts";
import { addCertificates, insertEndpoint } from "#lib/db/endpoints/endpoints.ts";
import { findMerchantRow } from "#lib/db/merchants/merchants.ts";
import { insertStaff } from "#lib/db/staff/staff.ts";
import { createStaffSession, findStaffSession, revokeStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { createEndpointId } from "#lib/notifications/endpoints/endpoint-id.ts";
import { createSigner, notifyEntries, type Signer, signedBody } from "#lib/notifications/testing/sign.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { tryOnceMore } from "#lib/services/connections/guard-actions.ts";
import { tryIntegrationOnceMore } from "#lib/services/connections/guard-integration.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { connectEnvironment } from "#lib/services/environments/connect-environment.ts";
import { createPayment } from "#lib/services/payments/create-payment.ts";
import { getPayment } from "#lib/services/payments/get-payment.ts";
import { refundPayment } from "#lib/services/payments/refund-payment.ts";
import { openRestored } from "#lib/services/restore/open-restored.ts";
import { readRestored } from "#lib/services/restore/read-restored.ts";
import { getInvitation } from "#lib/services/staff/accept-invitation.ts";
import { createLink } from "#lib/services/staff/create-link.ts";
import { benchSid } from "#tools/bench/support/app-database.ts";
import type { RestoreApp } from "./restore-app.ts";
import { type RestoreGateway, secondMerchant } from "./restore-gateway.ts";

/** What is in the backup: payments that can be refunded, an endpoint, two sessions of which one is ended later, and an invitation. */
export type Before = {
  paid: readonly Payment[];
  endpointId: string;
  signer: Signer;
  sessions: readonly string[];
  /** Of the link that accepts it. */
  token: string;
};
/** What happened after it. `acknowledged`: order id -> SHA-256 of the body. */
export type Done = { acknowledged: Map<string, string>; payments: number };

const place = { environment: "demo", merchant: "corner-cafe" } as const;
const terminals = ["81000001", "81000002", "81000003"];
const amountMinor = 10_00;
const by = "the drill";
const pollMs = 100;
const settleMs = 120_000;
const atOnce = 8;

export async function connect({ ctx, runtime }: RestoreApp, { connectFile }: RestoreGateway): Promise<void> {
  const options = { db: ctx.db, vault: ctx.vault, clock: ctx.clock, allowedHosts: runtime.settings.gatewayHosts, by };
  await connectEnvironment(options, place.environment, connectFile);
}

export async function prepareBefore({ ctx, runtime }: RestoreApp, { refunds }: { refunds: number }): Promise<Before> {
  const signer = createSigner();
  const merchant = await findMerchantRow(ctx.db, place.environment, place.merchant);
  const parsed = parseCertificateInput(signer.publicKeyPem);
  if (!merchant || "problem" in parsed) throw new Error("The drill's merchant is not connected.");
  const endpoint = { id: createEndpointId(), environment: place.environment, merchantId: merchant.id, sid: benchSid };
  await insertEndpoint(ctx.db, { ...endpoint, createdBy: by });
  await addCertificates(ctx.db, { endpointId: endpoint.id, certificates: parsed.certificates, by });
  runtime.notify.prime();
  const person = { email: "ann@desk.example", role: "admin", permissions: [], merchants: null, passwordHash: "none" } as const;
  const staff = await insertStaff(ctx.db, ctx.vault, { ...person, permissions: [] });
  const sessions = ["still open", "ended after the backup"];
  for (const idHash of sessions) {
    const session = { idHash, staffId: staff?.id ?? "", lifetimeMs: 3_600_000, userAgent: "", peer: null, hasSecondFactor: true };
    await createStaffSession(ctx.db, session);
  }
  const maker = {
    vault: ctx.vault,
    clock: ctx.clock,
    publicOrigin: ctx.publicOrigin,
    by: { staffId: null, actor: by, peer: null },
  };
  const invited = { kind: "invitation", email: "bob@desk.example", role: "viewer", permissions: [], merchants: null } as const;
  const { link } = await ctx.db.transaction((tx) => createLink(tx, maker, { ...invited, permissions: [] }));
  const token = new URL(link).hash.slice(1);
  const paid: Payment[] = [];
  for (let index = 0; index < refunds; index++) paid.push(await payUntilPaid(ctx, `old-${index}`, index));
  return { paid, endpointId: endpoint.id, signer, sessions, token };
}

type Amounts = { notifications: number; payments: number };

export async function actAfterBackup(app: RestoreApp, before: Before, { notifications, payments }: Amounts): Promise<Done> {
  const { ctx } = app;
  const acknowledged = await notifyMany(app, before, { prefix: "RESTORE", count: notifications });
  for (let index = 0; index < payments; index++) await payUntilPaid(ctx, `new-${index}`, index);
  for (const [index, payment] of before.paid.entries()) await giveBackOnce(ctx, payment, `first-${index}`);
  await revokeStaffSession(ctx.db, before.sessions[1] ?? "");
  return { acknowledged, payments };
}

/** Acknowledged ones: order id -> SHA-256 of the body. */
export async function notifyMany(
  app: RestoreApp,
  before: Before,
  { prefix, count }: { prefix: string; count: number },
): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  const limit = pLimit(atOnce);
  const orders = Array.from({ length: count }, (_, number) => `${prefix}-${number}`);
  await Promise.all(orders.map((orderId) => limit(() => notify(app, before, { orderId, acknowledged }))));
  return acknowledged;
}

/** Everybody tries again what they did: with the same keys, as a client that never heard, and anew, as a person. Answers how often it was refused. */
export async function actAgain({ ctx }: RestoreApp, { paid }: Before, { payments }: Done): Promise<number> {
  let refused = 0;
  const count = () => {
    refused++;
  };
  for (let index = 0; index < payments; index++) await pay(ctx, `new-${index}`, index).catch(count);
  for (const [index, payment] of paid.entries()) {
    await giveBack(ctx, payment, `first-${index}`).catch(count);
    await giveBack(ctx, payment, `second-${index}`).catch(count);
  }
  return refused;
}

/** What an administrator does: releases the sign-ins, reads in what the gateway has, and opens payments again. */
export async function openMoney(ctx: ServiceContext): Promise<void> {
  const { environment, merchant } = place;
  await tryIntegrationOnceMore(ctx, { environment, input: { name: environment } });
  await tryOnceMore(ctx, { environment, merchant, input: { half: "session", name: merchant } });
  const giveUpAt = performance.now() + settleMs;
  // A merchant whose credentials are refused stays unread, and shut.
  for (let unread = Number.POSITIVE_INFINITY; unread > 1 && performance.now() < giveUpAt; await wait(pollMs)) {
    unread = (await readRestored(ctx, { environment, input: {} })).fence?.unread ?? 0;
  }
  await openRestored(ctx, { environment, input: {} });
}

/** The gateway begins to refuse the second merchant, whose failed sign-ins are used up. */
export async function failSecond(app: RestoreApp, gateway: RestoreGateway): Promise<void> {
  await gateway.refuseSecond();
  await signInSecond(app);
}

/** The second merchant's sign-in, first by a call and then as an administrator's one try, unless the lockout guard stops them. */
export async function signInSecond({ ctx }: RestoreApp): Promise<void> {
  const merchant = await findMerchantRow(ctx.db, place.environment, secondMerchant);
  if (!merchant) throw new Error("The drill's second merchant is not connected.");
  const gateway = await ctx.gateways.forMerchant(merchant);
  await gateway.listTerminals().catch(() => {});
  await gateway.tryOnceMore("manual").catch(() => {});
}

export async function isSignedIn({ ctx }: RestoreApp, { sessions }: Before): Promise<number> {
  const found = await Promise.all(sessions.map((idHash) => findStaffSession(ctx.db, ctx.vault, { idHash, idleMs: 3_600_000 })));
  return found.filter((session) => session !== undefined).length;
}

export async function isLinkOpen({ ctx }: RestoreApp, { token }: Before): Promise<boolean> {
  return getInvitation(ctx, { token }).then(
    () => true,
    (error) => {
      if (error instanceof AppError && error.code === "link_closed") return false;
      throw error;
    },
  );
}

/** A payment under the name as its key. */
export async function pay(ctx: ServiceContext, name: string, index: number): Promise<Payment> {
  const terminalId = terminals[index % terminals.length] ?? "";
  const input = { amountMinor, currency: "EUR", terminalId, description: name };
  return (await createPayment(ctx, { ...place, idempotencyKey: name, input })).payment;
}

async function giveBackOnce(ctx: ServiceContext, payment: Payment, key: string): Promise<void> {
  const giveUpAt = performance.now() + settleMs;
  while (performance.now() < giveUpAt) {
    const isDone = await giveBack(ctx, payment, key).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await wait(pollMs);
  }
  throw new Error(`The drill's refund of ${payment.description} does not succeed.`);
}

async function giveBack(ctx: ServiceContext, { paymentId, description }: Payment, key: string): Promise<void> {
  const input = { amountMinor, reason: `refund of ${description}` };
  await refundPayment(ctx, { ...place, paymentId, idempotencyKey: key, input });
}

/** Asks again with the same key where the machine is too busy for an answer in time, as a client does. */
async function payUntilPaid(ctx: ServiceContext, name: string, index: number): Promise<Payment> {
  const giveUpAt = performance.now() + settleMs;
  while (performance.now() < giveUpAt) {
    const payment = await pay(ctx, name, index)
      .then(({ paymentId }) => getPayment(ctx, { ...place, paymentId }))
      .catch(() => undefined);
    if (payment?.status === "success") return payment;
    await wait(pollMs);
  }
  throw new Error(`The drill's payment ${name} does not succeed.`);
}

type Notified = { orderId: string; acknowledged: Map<string, string> };

async function notify(
  { runtime }: RestoreApp,
  { endpointId, signer }: Before,
  { orderId, acknowledged }: Notified,
): Promise<void> {
  const body = signedBody(notifyEntries({ sid: benchSid, orderId, trnref: `T${orderId}` }), signer);
  const request = new Request(`http://localhost/api/notify/${endpointId}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });
  const response = await runtime.notify.handleFetch(request);
  if (response.ok && (await response.text()) === "OK") {
    acknowledged.set(orderId, createHash("sha256").update(body).digest("hex"));
  }
}
