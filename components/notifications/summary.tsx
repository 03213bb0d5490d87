import { Chip } from "@heroui/react";
import Link from "next/link";
import { Money } from "#components/money.tsx";
import { transactionHref } from "#components/transactions/transaction-href.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { Facts } from "./facts.tsx";
import { methodName, reasonWords } from "./notification-words.ts";
import { AttemptMark, VerdictMark } from "./verdict-mark.tsx";

const contested =
  "A rollback of its order came before it and may have been meant for it. Nobody may ship goods for it until a person has looked at the gateway.";

/** What support reads out: genuine or not, how much, what became of it, and which transaction it is. */
export function Summary({ detail, environment }: { detail: NotificationDetail; environment: string }) {
  return (
    <section aria-label="Summary" className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="text-lg">
          <VerdictMark verdict={detail.verdict} />
        </p>
        {detail.currency === null ? null : (
          <p className="font-semibold text-2xl">
            <Money amountMinor={detail.amountMinor} currency={detail.currency} />
          </p>
        )}
      </div>
      {detail.reasons.map((reason) => (
        <p key={reason}>{reasonWords[reason] ?? reason}</p>
      ))}
      {detail.verdict === "valid" ? null : (
        <p>{detail.working.firstDifference ?? "With today's keys and rules nothing differs any more: verify it again."}</p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>{methodName(detail.method)}</span>
        {detail.orderId === null ? null : <Named name="Order" value={detail.orderId} />}
        {detail.trnref === null ? null : <Named name="IPC_Trnref" value={detail.trnref} />}
      </p>
      {detail.state ? (
        <p className="flex flex-wrap items-center gap-x-1.5">
          Payment: <AttemptMark state={detail.state} />
          {detail.state === "contested" ? <span className="w-full">{contested}</span> : null}
        </p>
      ) : null}
      {detail.conflict ? (
        <p>
          <Chip size="sm">conflict</Chip> Another message says something else under the same IPC_Trnref. Both are kept.
        </p>
      ) : null}
      <Facts detail={detail} />
      <Join detail={detail} environment={environment} />
    </section>
  );
}

function Named({ name, value }: { name: string; value: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="text-muted">{name}</span> <span className="reference wrap-anywhere">{value}</span>
      <CopyButton text={value} label={name} />
    </span>
  );
}

function Join({ detail, environment }: { detail: NotificationDetail; environment: string }) {
  const { transaction, method, verdict } = detail;
  if (verdict !== "valid") return <p className="text-muted">What is not valid is not looked for in the ledger.</p>;
  if (!transaction) {
    return method === "IPCPurchaseRollback" ? null : (
      <p className="text-muted">Which transaction this is cannot be told from the ledger as read so far.</p>
    );
  }
  const id = transaction.id ?? "";
  return (
    <p>
      Transaction{" "}
      <Link
        className="reference text-accent underline underline-offset-2"
        href={transactionHref(environment, { merchant: detail.merchant, reference: transaction.reference, id })}
      >
        {transaction.reference ?? `Row ${id}`}
      </Link>{" "}
      <span className="text-muted">{transaction.matchedBy}</span>
      {transaction.agrees === false ? (
        <span className="block">
          <StatusMark tone="danger">Amount or currency differ from the ledger</StatusMark>
        </span>
      ) : null}
    </p>
  );
}
