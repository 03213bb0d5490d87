import { transactionHref } from "#components/transaction-href.ts";
import type { AuditEntryView } from "#lib/contract/audit.ts";

type Entry = Pick<AuditEntryView, "act" | "environment" | "merchant" | "target" | "detail">;

/** The page of what was acted on; undefined where it has none, as after an export. */
export function auditTargetHref({ act, environment, merchant, target, detail }: Entry): string | undefined {
  if (environment === null || merchant === null || target === null) return undefined;
  const base = `/${environment}/${merchant}`;
  // Notes and tags name the kind of record that they are on.
  switch (detail.subject ?? act.split(".")[0]) {
    case "payment":
      return `${base}/payments/${encodeURIComponent(target)}`;
    case "notification":
      return `${base}/notifications/${encodeURIComponent(target)}`;
    case "endpoint":
      return `${base}/endpoints`;
    case "reference":
      return transactionHref(environment, { merchant, reference: target, id: "" });
    case "id":
      return transactionHref(environment, { merchant, reference: null, id: target });
    default:
      return undefined;
  }
}
