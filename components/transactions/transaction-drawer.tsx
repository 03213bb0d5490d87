"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Transaction } from "#lib/contract/transaction.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { DetailDrawer } from "../data-table/detail-drawer.tsx";
import { useSentence } from "../language/sentences.tsx";
import { MentionList } from "../notifications/mention-list.tsx";
import { NotifiedMark } from "../notifications/notified-mark.tsx";
import { transactionHref } from "../transaction-href.ts";
import { FieldList } from "../ui/field-list.tsx";
import { Money } from "../ui/money.tsx";
import { useDebounced } from "../ui/use-debounced.ts";

type Props = { environment: string; item: Transaction; onClose: () => void };

const pauseMs = 150;

/** A transaction in the detail drawer; loads only the row at which the user stops. */
export function TransactionDrawer({ environment, item, onClose }: Props) {
  const t = useTranslations("peek");
  const say = useSentence();
  const { merchant, id } = useDebounced(item, pauseMs);
  const query = useQuery(transactionQuery({ environment, merchant }, { id }));
  const isSettled = id === item.id && merchant === item.merchant;
  const fields = isSettled ? query.data?.rows.find((row) => row.id === item.id)?.fields : undefined;
  return (
    <DetailDrawer
      title={<span className="reference">{item.reference ?? item.id}</span>}
      href={transactionHref(environment, item)}
      query={{ ...query, isPending: !isSettled || query.isPending }}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{say(item.typeName)}</span>
        <span className="font-semibold text-lg">
          <Money {...item} />
        </span>
        {item.notified ? <NotifiedMark notified={item.notified} /> : null}
      </div>
      {item.notified?.state === "not_notified" && isSettled ? (
        <MentionList base={`/${environment}/${item.merchant}`} mentions={query.data?.mentions ?? []} />
      ) : null}
      {query.data?.problem ? <p className="text-(--tone-warning)">{say(query.data.problem)}</p> : null}
      <FieldList label={t("fields", { name: say(item.typeName) })} fields={fields ?? []} />
      <section>
        <h3 className="pb-2 font-medium">{t("gateway")}</h3>
        {query.data && query.data.details.length > 0 ? (
          <FieldList label={t("gateway")} fields={query.data.details} hasHeadings />
        ) : (
          <p className="text-muted">{t("none")}</p>
        )}
      </section>
    </DetailDrawer>
  );
}
