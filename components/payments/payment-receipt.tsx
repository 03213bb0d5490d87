"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { paymentQuery } from "#lib/queries/payments.ts";
import { toReceiptRows } from "./receipt-rows.ts";

/** A printable receipt of one payment, with the gateway's data only. */
export function PaymentReceipt({ scope, merchantName, paymentId }: { scope: Scope; merchantName: string; paymentId: string }) {
  const t = useTranslations("payments");
  const locale = useLocale();
  const { zone } = useEnvironment();
  const { data: payment, error, refetch } = useQuery(paymentQuery(scope, paymentId));
  if (error && !payment) return <ErrorNotice title={t("detail.failed")} error={error} onRetry={() => void refetch()} />;
  if (!payment) return <p role="status">{t("receipt.loading")}</p>;
  if (payment.fields.length === 0) return <p role="status">{t("receipt.none")}</p>;
  return (
    <div className="mx-auto max-w-md">
      <article
        aria-label={t("receipt.label")}
        className="rounded-lg border border-border bg-surface p-6 print:border-0 print:p-0"
      >
        <h1 className="text-page">{merchantName}</h1>
        <p className="pb-4 text-muted">
          {scope.environment === "production"
            ? t(`kind.${payment.kind}`)
            : t("receipt.noMoneyMoved", { kind: t(`kind.${payment.kind}`), environment: scope.environment })}
        </p>
        <FieldList label={t("receipt.fields")} fields={toReceiptRows(payment, { t, locale, zone })} />
      </article>
      <div className="flex justify-end pt-4 print:hidden">
        <Button onPress={() => window.print()}>{t("receipt.print")}</Button>
      </div>
    </div>
  );
}
