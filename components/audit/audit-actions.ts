import type { Words } from "../language/words.ts";

/** Actions that have a text, in the order of the filter. */
export const auditActions = [
  "alert.acknowledged",
  "alert.channel_created",
  "alert.channel_deleted",
  "alert.channel_saved",
  "alert.channel_tested",
  "alert.resolved",
  "audit.exported",
  "connection.checked",
  "database.backed_up",
  "database.restored",
  "endpoint.changed",
  "endpoint.created",
  "endpoint.field_order_changed",
  "environment.connected",
  "fees.exported",
  "guard.counter_reset",
  "guard.exception_used",
  "guard.tried_once_more",
  "lookup.exported",
  "lookup.shared",
  "merchant.archived",
  "merchant.restored",
  "money_back.exported",
  "note.created",
  "note.edited",
  "notification.raw_read",
  "notification.replayed",
  "notification.revealed",
  "notification.reverified",
  "notification.sent",
  "notifications.exported",
  "order_check.exported",
  "payment.cancel",
  "payment.created",
  "payment.not_processed",
  "payment_link.refund",
  "payment.refund",
  "payment.reversal",
  "payments.exported",
  "presentation.begun",
  "presentation.ended",
  "profile.changed",
  "restore.opened",
  "retention.changed",
  "retention.removed",
  "scenario.begun",
  "scenario.ended",
  "session.created",
  "session.ended",
  "session.link_created",
  "session.refused",
  "session.view_begun",
  "session.view_ended",
  "staff.changed",
  "staff.invitation_withdrawn",
  "staff.invited",
  "staff.joined",
  "staff.password_changed",
  "staff.second_factor_removed",
  "staff.second_factor_set",
  "staff.seeded",
  "staff.sessions_ended",
  "transactions.exported",
  "vault.rewrapped",
  "view.changed",
  "view.deleted",
  "view.shared",
  "view.unshared",
] as const;

const known: ReadonlySet<string> = new Set(auditActions);

/** The action as text; an action without one is shown as stored. */
export function auditActionName(t: Words<"audit">, act: string): string {
  return isKnown(act) ? t(`acts.${act}`) : act;
}

function isKnown(action: string): action is (typeof auditActions)[number] {
  return known.has(action);
}
