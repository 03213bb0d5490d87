import type { Hit } from "#lib/contract/find.ts";
import { isMention } from "#lib/core/verification.ts";
import type { FoundHit } from "./to-hits.ts";

/**
 * The hits in their order, grouped by payment with its transaction first. Unverified hits belong to no payment and stay
 * separate.
 */
export function mergeByPayment(hits: readonly FoundHit[]): Hit[] {
  const transactions = hits.filter(({ kind }) => kind === "transaction");
  const merged: FoundHit[] = [];
  for (const hit of hits) merged.push({ ...hit, payment: paymentOf(hit, { transactions, before: merged }) });
  const byPayment = Map.groupBy(merged, ({ payment }) => payment);
  const isFirst = ({ kind }: FoundHit) => Number(kind !== "transaction");
  return [...byPayment.values()].flatMap((group) => group.toSorted((left, right) => isFirst(left) - isFirst(right)));
}

type Others = { transactions: readonly FoundHit[]; before: readonly FoundHit[] };

function paymentOf(hit: FoundHit, { transactions, before }: Others): string {
  if (hit.kind === "transaction" || isMention(hit)) return hit.href;
  const isOwn = ({ merchant, reference, href }: FoundHit) =>
    href === hit.transactionHref || (merchant === hit.merchant && reference === hit.trnref);
  const own = transactions.find(isOwn);
  const isOfOrder = ({ merchant, order }: FoundHit) => order !== null && order === hit.order && merchant === hit.merchant;
  const other = own ?? transactions.find(isOfOrder) ?? before.find((item) => !isMention(item) && isOfOrder(item));
  return other?.payment ?? hit.href;
}
