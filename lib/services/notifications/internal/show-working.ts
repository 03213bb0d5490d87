import type { NotificationDetail } from "#lib/contract/notification.ts";
import { dayMs } from "#lib/core/days.ts";
import { detailsOf } from "#lib/core/text.ts";
import type { DeliveryRow } from "#lib/db/notifications/notifications.ts";
import type { NotifyEndpoint } from "#lib/notifications/ports.ts";
import { toPlainText } from "#lib/notifications/receive/to-event.ts";
import { acceptedWith } from "#lib/notifications/verification/accepted-order.ts";
import { explainDifference } from "#lib/notifications/verification/explain.ts";
import type { Pair } from "#lib/notifications/verification/form.ts";
import { toReadablePairs } from "#lib/notifications/verification/readable-pairs.ts";
import { verifyNotification } from "#lib/notifications/verification/verify.ts";
import type { Mask } from "#lib/privacy/mask.ts";
import { serviceText } from "#lib/services/texts.ts";

/** The steps of the verification with today's keys: the signed text, its field order, and the first difference. */
export function showWorking(
  row: DeliveryRow,
  pairs: readonly Pair[],
  { endpoint, mask, nowMs }: { endpoint: NotifyEndpoint | undefined; mask: Mask; nowMs: number },
): NotificationDetail["working"] {
  const rules = {
    sid: endpoint?.sid ?? "",
    strictLayout: endpoint?.strictLayout ?? true,
    fieldOrder: row.verdict === "valid" ? acceptedWith(row) : (endpoint?.fieldOrder ?? null),
    entryPoint: "notify" as const,
    keys: endpoint?.keys ?? [],
  };
  const verification = verifyNotification(pairs, rules);
  const key = rules.keys.find(({ id }) => id === row.keyId);
  const difference = row.reasons.includes("pairs") ? serviceText("pairs_too_many") : explainDifference(verification, rules);
  return {
    receivedOrder: toReadablePairs(pairs, row.verdict).map(({ nameText }) => toPlainText(nameText)),
    signedText: toReadablePairs(verification.form.signed, row.verdict)
      .map(({ nameText, valueText }) => mask(nameText, toPlainText(valueText)).value)
      .join("-"),
    verifiedBy: key ? { id: key.id, label: key.label, fingerprint: key.fingerprint } : null,
    firstDifference: difference?.message ?? null,
    firstDifferenceDetails: difference ? detailsOf(difference) : undefined,
    certificates: certificateState(rules.keys, nowMs),
    bodyBytes: row.bodyBytes,
    sha256: row.sha256.toString("hex"),
  };
}

const changeMs = 30 * dayMs;

/** A signature that fits no certificate is only their fault where there is none, or where the gateway's key changes. */
function certificateState(keys: NotifyEndpoint["keys"], nowMs: number): NotificationDetail["working"]["certificates"] {
  const ends = keys.map(({ publicKey, endsAt }) => (publicKey === null ? 0 : (endsAt?.getTime() ?? Number.POSITIVE_INFINITY)));
  if (!ends.some((endMs) => endMs > nowMs)) return "none";
  return ends.some((endMs) => Math.abs(endMs - nowMs) <= changeMs) ? "changing" : "settled";
}
