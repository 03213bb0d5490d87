import { type Attention, attentionKinds, type Overview } from "#lib/contract/overview.ts";
import { countOpenAlertsByRule } from "#lib/db/alerts/alerts.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { listSyncProblems, listWithoutCertificate, type TroubledMerchants } from "#lib/db/merchants/merchant-troubles.ts";
import type { ServiceContext } from "../context.ts";

/** What the overview has counted of its days. */
type Counted = Pick<Overview, "payments"> & {
  notifications: Overview["notifications"]["now"];
  /** Online sales without a notification. */
  neverNotified: number;
  /** Merchants without all of the days whose sync did not fail: those that fail are named as such. */
  notSynced: Omit<Attention, "kind">;
};

const none: TroubledMerchants = { count: 0, merchants: [] };

/** What may need a person, the most costly first: what loses payments before what is only late. */
export async function listAttention(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  scope: MerchantScope,
  { notifications, payments, neverNotified, notSynced }: Counted,
): Promise<Attention[]> {
  const [withoutCertificate, syncProblems, alerts] = await Promise.all([
    listWithoutCertificate(db, scope, new Date(clock.now())),
    listSyncProblems(db, scope),
    countOpenAlertsByRule(db, scope),
  ]);
  const { signInFailed = none, syncFailed = none } = syncProblems;
  const counted = (count = 0): TroubledMerchants => ({ count, merchants: [] });
  const found: Record<Attention["kind"], Omit<Attention, "kind">> = {
    no_certificate: withoutCertificate,
    sign_in_failed: signInFailed,
    genuine_refused: counted(alerts.get("genuine_refused")),
    payments_unknown: counted(payments.find(({ status }) => status === "unknown")?.count),
    not_verified: counted(notifications.not_checkable),
    never_notified: counted(neverNotified),
    rejected: counted(notifications.invalid),
    sync_failed: syncFailed,
    profile_contradicted: counted(alerts.get("profile_contradicted")),
    not_synced: notSynced,
  };
  return attentionKinds.map((kind) => ({ kind, ...found[kind] })).filter(({ count }) => count > 0);
}
