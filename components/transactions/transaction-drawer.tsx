"use client";

import { useQuery } from "@tanstack/react-query";
import type { Transaction, TransactionDetail } from "#lib/contract/transaction.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { DetailDrawer } from "../data-table/detail-drawer.tsx";
import { useSay } from "../language/say.ts";
import { RecordPreview } from "../record/record-preview.tsx";
import { transactionHref } from "../transaction-href.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { AllFields } from "./all-fields.tsx";
import { useTransactionView } from "./transaction-view.ts";

type Props = { environment: string; item: Transaction; onClose: () => void };

const pauseMs = 150;

/** A transaction in the detail drawer; loads only the row at which the user stops. */
export function TransactionDrawer({ environment, item, onClose }: Props) {
  const { merchant, id } = useDebounced(item, pauseMs);
  const query = useQuery(transactionQuery({ environment, merchant }, { id }));
  const isSettled = id === item.id && merchant === item.merchant;
  return (
    <DetailDrawer
      title={<span className="reference">{item.reference ?? item.id}</span>}
      href={transactionHref(environment, item)}
      query={{ ...query, isPending: !isSettled || query.isPending }}
      onClose={onClose}
    >
      {query.data ? <Preview detail={query.data} environment={environment} /> : null}
    </DetailDrawer>
  );
}

function Preview({ detail, environment }: { detail: TransactionDetail; environment: string }) {
  const say = useSay();
  const view = useTransactionView(detail, environment);
  const warning = detail.problem ? <p className="text-(--tone-warning) text-sm">{say(detail.problem)}</p> : undefined;
  return (
    <RecordPreview view={{ ...view, warning }}>
      <AllFields detail={detail} />
    </RecordPreview>
  );
}
