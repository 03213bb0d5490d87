import type { NotificationDetail } from "../../contract/notification.ts";
import { acceptedWith } from "../../notify/accepted-order.ts";
import { explainDifference } from "../../notify/explain.ts";
import type { Pair } from "../../notify/form.ts";
import type { Mask } from "../../notify/mask.ts";
import type { NotifyEndpoint } from "../../notify/ports.ts";
import { toReadablePairs } from "../../notify/readable-pairs.ts";
import { toPlainText } from "../../notify/to-event.ts";
import { judge } from "../../notify/verdict.ts";
import type { DeliveryRow } from "../../store/notifications.ts";

/** How the verdict comes about with today's keys: what was signed, in which order, and what differs first. */
export function showWorking(
  row: DeliveryRow,
  pairs: readonly Pair[],
  { endpoint, mask }: { endpoint: NotifyEndpoint | undefined; mask: Mask },
): NotificationDetail["working"] {
  const rules = {
    sid: endpoint?.sid ?? "",
    strictLayout: endpoint?.strictLayout ?? true,
    fieldOrder: row.verdict === "valid" ? acceptedWith(row) : (endpoint?.fieldOrder ?? null),
    door: "notify" as const,
    keys: endpoint?.keys ?? [],
  };
  const judgement = judge(pairs, rules);
  const key = rules.keys.find(({ id }) => id === row.keyId);
  return {
    receivedOrder: toReadablePairs(pairs, row.verdict).map(({ nameText }) => toPlainText(nameText)),
    signedText: toReadablePairs(judgement.form.signed, row.verdict)
      .map(({ nameText, valueText }) => mask(nameText, toPlainText(valueText)).value)
      .join("-"),
    verifiedBy: key ? { id: key.id, label: key.label, fingerprint: key.fingerprint } : null,
    firstDifference: row.reasons.includes("pairs") ? "There are more pairs than are read." : explainDifference(judgement, rules),
    bodyBytes: row.bodyBytes,
    sha256: row.sha256.toString("hex"),
  };
}
