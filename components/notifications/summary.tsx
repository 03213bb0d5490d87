import { Chip } from "@heroui/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { AttemptState, GatewayState, NotificationDetail } from "#lib/contract/notification.ts";
import { Facts } from "./facts.tsx";
import { methodName, paymentStateOf, reasonText } from "./notification-words.ts";
import { AttemptMark, StandingMark } from "./verification-badge.tsx";

/** The key facts for support: genuine or not, the amount, the outcome and the transaction. */
export function Summary({ detail, environment }: { detail: NotificationDetail; environment: string }) {
  const t = useTranslations("notifications");
  const say = useSentence();
  return (
    <section aria-label={t("summary.name")} className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="text-lg">
          <StandingMark item={detail} />
        </p>
        {detail.currency === null ? null : (
          <p className="font-semibold text-2xl">
            <Money amountMinor={detail.amountMinor} currency={detail.currency} />
          </p>
        )}
      </div>
      {detail.reasons.map((reason) => (
        <p key={reason}>{reasonText(t, reason)}</p>
      ))}
      {detail.verdict === "valid" ? null : (
        <p>{detail.working.firstDifference ? say(detail.working.firstDifference) : t("summary.nothingDiffers")}</p>
      )}
      {detail.rejection !== null && detail.reasons.includes("layout") ? (
        <p>
          {t.rich("summary.fieldOrder", {
            link: (text) => (
              <Link className="text-accent underline underline-offset-2" href={`/${environment}/${detail.merchant}/endpoints`}>
                {text}
              </Link>
            ),
          })}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>{methodName(t, detail.method)}</span>
        {detail.orderId === null ? null : <Named name={t("labels.order")} value={detail.orderId} />}
        {detail.trnref === null ? null : <Named name="IPC_Trnref" value={detail.trnref} />}
      </p>
      {detail.state ? <PaymentLine state={detail.state} gateway={detail.gateway} /> : null}
      {detail.conflict ? <p>{t.rich("summary.conflict", { chip: (word) => <Chip size="sm">{word}</Chip> })}</p> : null}
      <Facts detail={detail} />
      <Join detail={detail} environment={environment} />
    </section>
  );
}

type Payment = { state: AttemptState; gateway: GatewayState | null };

function PaymentLine({ state, gateway }: Payment) {
  const t = useTranslations("notifications");
  const shown = paymentStateOf({ state, gateway });
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <span>{t.rich("summary.payment", { mark: () => <AttemptMark state={shown} /> })}</span>
      {shown === "contested" ? <span className="w-full">{t("summary.contested")}</span> : null}
      {shown === "says_paid" ? <span className="w-full">{t("summary.saysPaid", { gateway: gateway ?? "waiting" })}</span> : null}
    </p>
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
  const t = useTranslations("notifications");
  const say = useSentence();
  const { transaction, method, verdict } = detail;
  if (verdict !== "valid") return <p className="text-muted">{t("summary.notLookedFor")}</p>;
  if (!transaction) {
    return method === "IPCPurchaseRollback" ? null : <p className="text-muted">{t("summary.noTransaction")}</p>;
  }
  const id = transaction.id ?? "";
  const href = transactionHref(environment, { merchant: detail.merchant, reference: transaction.reference, id });
  return (
    <p>
      {t.rich("summary.transaction", {
        reference: transaction.reference ?? t("summary.row", { id }),
        matchedBy: say(transaction.matchedBy),
        link: (text) => (
          <Link className="reference text-accent underline underline-offset-2" href={href}>
            {text}
          </Link>
        ),
        how: (text) => <span className="text-muted">{text}</span>,
      })}
      {transaction.agrees === false ? (
        <span className="block">
          <StatusMark tone="danger">{t("summary.differs")}</StatusMark>
        </span>
      ) : null}
    </p>
  );
}
