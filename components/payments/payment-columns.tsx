import type { Column } from "#components/data-table/columns.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { StateMark } from "#components/state-mark.tsx";
import { TagChips } from "#components/tags/tag-chips.tsx";
import { Money } from "#components/ui/money.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Payment } from "#lib/contract/payment.ts";
import { paymentAmount, paymentListState } from "#lib/contract/record-state.ts";

export function paymentColumns(t: Words<"payments">, showMerchant: boolean): Column<Payment>[] {
  return [
    {
      key: "created",
      label: t("list.created"),
      minPx: 112,
      isFixed: true,
      narrow: "note",
      cell: ({ createdAt }) => <Timestamp at={createdAt} precision="row" />,
    },
    ...(showMerchant
      ? [
          {
            key: "merchant",
            label: t("list.merchant"),
            wraps: true,
            dropOrder: 1,
            narrow: "merchant" as const,
            cell: ({ merchant }: Payment) => <MerchantName slug={merchant} />,
          },
        ]
      : []),
    {
      key: "reference",
      label: t("list.reference"),
      minPx: 212,
      wraps: true,
      narrow: "title",
      className: "reference",
      isLink: true,
      cell: ({ referenceNumber }) => referenceNumber,
    },
    { key: "kind", label: t("list.kind"), minPx: 92, dropOrder: 2, cell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: "terminal",
      label: t("list.terminal"),
      minPx: 92,
      dropOrder: 3,
      className: "reference",
      cell: ({ terminalId }) => terminalId,
    },
    {
      key: "status",
      label: t("list.status"),
      minPx: 172,
      wraps: true,
      narrow: "aside",
      cell: (payment) => <StateMark {...paymentListState(payment)} />,
    },
    { key: "tags", label: t("list.tags"), minPx: 96, dropOrder: 4, cell: ({ tags }) => <TagChips names={tags} /> },
    {
      key: "amount",
      label: t("list.amount"),
      isEnd: true,
      narrow: "value",
      cell: (payment) => <Money {...paymentAmount(payment)} />,
    },
  ];
}
