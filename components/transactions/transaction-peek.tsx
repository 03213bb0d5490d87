"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PeekPanel } from "#components/data-table/peek-panel.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { MentionList } from "#components/notifications/mention-list.tsx";
import { NotifiedMark } from "#components/notifications/notified-mark.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { FieldList } from "#components/ui/field-list.tsx";
import { Money } from "#components/ui/money.tsx";
import { useSettled } from "#components/ui/use-settled.ts";
import type { Transaction } from "#lib/contract/transaction.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";

type Props = { environment: string; item: Transaction; onClose: () => void };

const pauseMs = 150;

/** A ledger row beside its list; whoever hurries along the rows asks only for the one they stop at. */
export function TransactionPeek({ environment, item, onClose }: Props) {
  const t = useTranslations("peek");
  const say = useSentence();
  const { merchant, id } = useSettled(item, pauseMs);
  const query = useQuery(transactionQuery({ environment, merchant }, { id }));
  const isSettled = id === item.id && merchant === item.merchant;
  const fields = isSettled ? query.data?.rows.find((row) => row.id === item.id)?.fields : undefined;
  return (
    <PeekPanel
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
      {query.data?.problem ? <p className="text-(--tone-warning)">{say(query.data.problem.message)}</p> : null}
      <FieldList label={t("fields", { name: say(item.typeName) })} fields={fields ?? []} />
      <section>
        <h3 className="pb-2 font-medium">{t("gateway")}</h3>
        {query.data && query.data.details.length > 0 ? (
          <FieldList label={t("gateway")} fields={query.data.details} hasHeadings />
        ) : (
          <p className="text-muted">{t("none")}</p>
        )}
      </section>
    </PeekPanel>
  );
}
