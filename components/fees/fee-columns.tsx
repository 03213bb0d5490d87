import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Column } from "#components/data-table/columns.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { FeeKind } from "#lib/contract/fee-marks.ts";
import type { FeeRecord } from "#lib/contract/fees.ts";
import { FeeRateText } from "./fee-rate-text.tsx";

const tones: Record<FeeKind, Tone> = {
  rated: "success",
  outlier: "warning",
  other_currency: "neutral",
  without_fee: "warning",
  fee_alone: "warning",
};

/** The columns of sales with their fees. */
export function useFeeColumns(): readonly Column<FeeRecord>[] {
  const t = useTranslations("fees");
  const labels = useTranslations("notifications.labels");
  const brands = useTranslations("notifications.brands");
  const common = useTranslations("common");
  return useMemo(() => columnsIn({ t, labels, brands, common }), [t, labels, brands, common]);
}

type Speech = {
  t: Words<"fees">;
  labels: Words<"notifications.labels">;
  brands: Words<"notifications.brands">;
  common: Words<"common">;
};

function columnsIn({ t, labels, brands, common }: Speech): Column<FeeRecord>[] {
  return [
    {
      ...{ key: "time", label: labels("time"), minPx: 112, isFixed: true, narrow: "note" },
      cell: ({ occurredAt: at, isTimeEstimated }) => <Timestamp at={at} isEstimated={isTimeEstimated} precision="row" />,
    },
    {
      ...{ key: "reference", label: labels("reference"), minPx: 140, wraps: true, narrow: "title" },
      ...{ className: "reference", isLink: true },
      cell: ({ reference, id }) => reference ?? id,
    },
    {
      ...{ key: "merchant", label: common("merchant"), minPx: 124, wraps: true, narrow: "merchant", dropOrder: 2 },
      cell: ({ merchant }) => <MerchantName slug={merchant} />,
    },
    {
      ...{ key: "kind", label: labels("status"), minPx: 150, wraps: true, narrow: "aside" },
      cell: ({ kind }) => (
        <StatusMark tone={tones[kind]} canWrap>
          {t(`kinds.${kind}`)}
        </StatusMark>
      ),
    },
    { key: "brand", label: labels("brand"), minPx: 110, wraps: true, dropOrder: 1, cell: ({ brand }) => brands(brand) },
    {
      ...{ key: "sale", label: t("labels.sale"), minPx: 120, isFixed: true, isEnd: true },
      cell: ({ saleMinor, currency }) => (saleMinor === null ? "–" : <Money amountMinor={saleMinor} currency={currency} />),
    },
    {
      ...{ key: "fee", label: t("labels.fee"), minPx: 110, isFixed: true, isEnd: true, narrow: "value" },
      cell: ({ feeMinor, currency }) => (feeMinor === null ? "–" : <Money amountMinor={feeMinor} currency={currency} />),
    },
    {
      ...{ key: "rate", label: t("labels.rate"), minPx: 84, isFixed: true, isEnd: true },
      cell: ({ saleMinor, feeMinor }) =>
        saleMinor === null || feeMinor === null ? "–" : <FeeRateText saleMinor={saleMinor} feeMinor={feeMinor} />,
    },
  ];
}
