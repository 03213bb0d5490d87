import { type NotificationDetail, notificationDetailSchema } from "../../contract/notification.ts";
import { AppError } from "../../core/errors.ts";
import type { Environment } from "../../core/identifiers.ts";
import { attemptState } from "../../notify/attempt-state.ts";
import { readPublicKey } from "../../notify/certificate.ts";
import { explainDifference } from "../../notify/explain.ts";
import { type Pair, parseForm } from "../../notify/form.ts";
import { isActingMethod } from "../../notify/layout.ts";
import { maskValue } from "../../notify/mask.ts";
import { toFields, toPlainText } from "../../notify/to-event.ts";
import { judge } from "../../notify/verdict.ts";
import { findEndpoint, listCertificates } from "../../store/endpoints.ts";
import { type DeliveryRow, findDelivery, listOrderDeliveries, listOrderMessages } from "../../store/notifications.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { findLedgerMatch } from "./ledger-match.ts";
import { openBody } from "./open-body.ts";
import { toNotification } from "./to-notification.ts";

/**
 * One received notification with the working of its verdict, made anew from the sealed body with today's keys;
 * `verdict` stays what was decided when it arrived. Personal values are masked.
 */
export async function getNotification(
  ctx: ServiceContext,
  { environment, merchant: slug, id }: { environment: Environment; merchant: string; id: string },
): Promise<NotificationDetail> {
  requireRole(ctx, "viewer");
  const merchant = await requireMerchant(ctx, environment, slug);
  const row = isUuid(id) ? await findDelivery(ctx.db, { merchantId: merchant.id, id }) : undefined;
  if (!row) throw new AppError("not_found");
  const pairs = parseForm(openBody(ctx.vault, row)) ?? [];
  const [others, state, working, transaction] = await Promise.all([
    row.orderId === null ? [] : listOrderDeliveries(ctx.db, { endpointId: row.endpointId, orderId: row.orderId }),
    findState(ctx, row),
    showWorking(ctx, row, pairs),
    findLedgerMatch(ctx.db, row),
  ]);
  return notificationDetailSchema.parse({
    ...toNotification(row, merchant.slug),
    endpointId: row.endpointId,
    fields: toFields(pairs).map((field) => ({ ...field, ...maskValue(field.name, field.value) })),
    working,
    state,
    headers: row.headers,
    peer: row.peer,
    deliveries: others
      .toReversed()
      .filter((other) => other.id !== row.id)
      .map(({ id: otherId, receivedAt, method, verdict, seen }) => ({
        id: otherId,
        receivedAt: receivedAt.toISOString(),
        method,
        verdict,
        seen,
      })),
    transaction,
  });
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A rollback has no reference: it shows what became of the order's last attempt. */
async function findState(ctx: ServiceContext, row: DeliveryRow): Promise<NotificationDetail["state"]> {
  if (row.verdict !== "valid" || !isActingMethod(row.method) || row.orderId === null) return null;
  const messages = await listOrderMessages(ctx.db, { endpointId: row.endpointId, orderId: row.orderId });
  const trnref = row.trnref ?? messages.findLast(({ method }) => method === "IPCPurchaseNotify")?.trnref ?? null;
  return attemptState(messages, trnref);
}

async function showWorking(
  ctx: ServiceContext,
  row: DeliveryRow,
  pairs: readonly Pair[],
): Promise<NotificationDetail["working"]> {
  const [endpoint, certificates] = await Promise.all([
    findEndpoint(ctx.db, row.endpointId),
    listCertificates(ctx.db, [row.endpointId]),
  ]);
  const rules = {
    sid: endpoint?.sid ?? "",
    strictLayout: endpoint?.strictLayout ?? true,
    door: "notify" as const,
    keys: certificates.map(({ id, label, fingerprint, publicKeyPem }) => ({
      id,
      label,
      fingerprint,
      publicKey: readPublicKey(publicKeyPem),
    })),
  };
  const judgement = judge(pairs, rules);
  const key = certificates.find(({ id }) => id === row.keyId);
  return {
    receivedOrder: pairs.map(({ nameText }) => toPlainText(nameText)),
    signedText: judgement.form.signed
      .map(({ nameText, valueText }) => maskValue(nameText, toPlainText(valueText)).value)
      .join("-"),
    verifiedBy: key ? { id: key.id, label: key.label, fingerprint: key.fingerprint } : null,
    firstDifference: explainDifference(judgement, rules),
    bodyBytes: row.bodyBytes,
    sha256: row.sha256.toString("hex"),
  };
}
