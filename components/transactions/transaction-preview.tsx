"use client";

import { toTransactionRecord } from "#components/phone-call/to-call-record.ts";
import { useGatheredPreview } from "#components/phone-call/use-phone-call.ts";
import type { Transaction, TransactionDetail } from "#lib/contract/transaction.ts";
import { useSay } from "../language/say.ts";
import { RecordPreview } from "../record/record-preview.tsx";
import { AllFields } from "./all-fields.tsx";
import { useTransactionView } from "./transaction-view.ts";

type Props = {
  detail: TransactionDetail;
  environment: string;
  /** The row it was opened from. */
  row: Pick<Transaction, "merchant" | "reference" | "id">;
};

/** What the drawer says about a transaction. */
export function TransactionPreview({ detail, environment, row }: Props) {
  const say = useSay();
  const view = useTransactionView(detail, environment);
  const { merchant, reference, id } = row;
  useGatheredPreview(toTransactionRecord({ environment, merchant }, { reference, id, name: view.name ?? null }));
  const warning = detail.problem ? <p className="text-(--tone-warning) text-sm">{say(detail.problem)}</p> : undefined;
  return (
    <RecordPreview view={{ ...view, warning }}>
      <AllFields detail={detail} />
    </RecordPreview>
  );
}
