"use client";

import type { TransactionDetail } from "#lib/contract/transaction.ts";
import { useSay } from "../language/say.ts";
import { RecordPreview } from "../record/record-preview.tsx";
import { AllFields } from "./all-fields.tsx";
import { useTransactionView } from "./transaction-view.ts";

/** What the drawer says about a transaction. */
export function TransactionPreview({ detail, environment }: { detail: TransactionDetail; environment: string }) {
  const say = useSay();
  const view = useTransactionView(detail, environment);
  const warning = detail.problem ? <p className="text-(--tone-warning) text-sm">{say(detail.problem)}</p> : undefined;
  return (
    <RecordPreview view={{ ...view, warning }}>
      <AllFields detail={detail} />
    </RecordPreview>
  );
}
