import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { MoneyBack } from "#lib/contract/money-back.ts";
import type { Scope } from "#lib/queries/keys.ts";

/** The columns of payments that were not answered OK; the merchant only in a list of several. */
export function useMoneyBackColumns({ environment, merchant }: Scope): readonly Column<MoneyBack>[] {
  const t = useTranslations("moneyBack");
  const labels = useTranslations("notifications.labels");
  const common = useTranslations("common");
  return useMemo(
    () => columnsIn({ t, labels, common, environment }).filter(({ key }) => merchant === null || key !== "merchant"),
    [t, labels, common, environment, merchant],
  );
}

type Speech = { t: Words<"moneyBack">; labels: Words<"notifications.labels">; common: Words<"common">; environment: string };

function columnsIn({ t, labels, common, environment }: Speech): Column<MoneyBack>[] {
  return [
    {
      ...{ key: "received", label: labels("received"), minPx: 112, isFixed: true, narrow: "note", isLink: true },
      className: "whitespace-nowrap",
      cell: ({ receivedAt }) => <Timestamp at={receivedAt} precision="row" />,
    },
    {
      ...{ key: "merchant", label: common("merchant"), minPx: 124, wraps: true, narrow: "merchant" },
      cell: ({ merchant }) => <MerchantName slug={merchant} />,
    },
    {
      ...{ key: "money", label: t("labels.money"), minPx: 168, wraps: true, narrow: "aside" },
      cell: (item) => <Outcome item={item} environment={environment} />,
    },
    {
      ...{ key: "reason", label: t("labels.reason"), minPx: 200, wraps: true, dropOrder: 2 },
      cell: ({ reason }) => t(`reasons.${reason}`),
    },
    {
      ...{ key: "order", label: labels("order"), minPx: 132, wraps: true, narrow: "title", className: "reference" },
      cell: ({ orderId }) => orderId ?? "–",
    },
    {
      ...{ key: "reference", label: labels("reference"), minPx: 132, wraps: true, dropOrder: 1, className: "reference" },
      cell: ({ transaction, trnref }) => transaction?.reference ?? trnref ?? "–",
    },
    {
      ...{ key: "amount", label: common("amount"), minPx: 124, isFixed: true, isEnd: true, narrow: "value" },
      cell: ({ amountMinor, currency }) => (currency === null ? "–" : <Money amountMinor={amountMinor} currency={currency} />),
    },
  ];
}

/** What happened to the money, and one link to what proves it: a row has room for two lines. */
function Outcome({ item: { proof, merchant }, environment }: { item: MoneyBack; environment: string }) {
  const t = useTranslations("moneyBack");
  const format = useFormatter();
  const { zone } = useEnvironment();
  if (proof === null) {
    return (
      <StatusMark tone="warning" canWrap>
        {t("outcomes.open")}
      </StatusMark>
    );
  }
  const at = format.dateTime(new Date(proof.at), { dateStyle: "medium", timeStyle: "medium", timeZone: zone });
  const title = t(`proofs.${proof.by}`, { at });
  const href = proofHref(proof, { merchant, environment });
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span title={title}>
        <StatusMark tone="danger" canWrap>
          {t("outcomes.proven")}
        </StatusMark>
      </span>
      {href === undefined ? null : (
        <Link href={href} title={title} className="inline-flex min-h-6 items-center text-accent underline underline-offset-2">
          {t(proof.transaction ? "proofs.reversal" : "proofs.notification")}
        </Link>
      )}
    </span>
  );
}

/** The transaction that is the reversal, by its own id, since the payment has the same reference; else the reversal notification. */
function proofHref(
  { transaction, notificationId }: NonNullable<MoneyBack["proof"]>,
  { merchant, environment }: { merchant: string; environment: string },
): string | undefined {
  if (transaction) return transactionHref(environment, { merchant, id: transaction.id, reference: null });
  return notificationId === null ? undefined : `/${environment}/${merchant}/notifications/${notificationId}`;
}
