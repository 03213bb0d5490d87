"use client";

import { Chip, Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ErrorNotice } from "#components/error-notice.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { Money } from "#components/money.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { transactionHref } from "#components/transactions/transaction-href.ts";
import { FieldList } from "#components/ui/field-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { NotificationDetail as Detail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { RawBody } from "./raw-body.tsx";
import { reasonWords, VerdictMark } from "./verdict-mark.tsx";
import { Working } from "./working.tsx";

const states = {
  paid: "Paid",
  reversed: "Reversed",
  contested: "Contested: needs a person",
  unconfirmed: "Not confirmed",
} as const;

export function NotificationDetail({ scope, merchantName, id }: { scope: Scope; merchantName: string; id: string }) {
  const query = useQuery(notificationQuery(scope, id));
  return (
    <>
      <PageHeader title={query.data?.method ?? "Notification"} context={merchantName} />
      {query.isError ? (
        <ErrorNotice title="This notification could not be opened" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-60 rounded-lg" aria-label="Loading the notification" /> : null}
      {query.data ? <Found detail={query.data} scope={scope} /> : null}
    </>
  );
}

function Found({ detail, scope }: { detail: Detail; scope: Scope }) {
  const fields = detail.fields.map((field, at) => ({ ...field, key: `${at} ${field.name}` }));
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Summary detail={detail} scope={scope} />
        <Panel title="Fields as received">
          <dl className="grid grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)] gap-x-4 gap-y-1">
            {fields.map(({ key, name, value, label, known, meaning, masked }) => (
              <div key={key} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-muted" title={name}>
                  {label} {known ? null : <Chip size="sm">unknown field</Chip>}
                </dt>
                <dd className="wrap-anywhere">
                  <span className="reference">{value}</span> {meaning ? <span className="text-muted">{meaning}</span> : null}{" "}
                  {masked ? <Chip size="sm">masked</Chip> : null}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
      <div className="flex flex-col gap-4">
        <Working detail={detail} />
        <OtherDeliveries detail={detail} scope={scope} />
        <Panel title="Headers kept">
          <FieldList label="Headers" fields={detail.headers.map(({ name, value }) => ({ label: name, value }))} />
        </Panel>
        <RawBody scope={scope} detail={detail} />
      </div>
    </div>
  );
}

function Summary({ detail, scope }: { detail: Detail; scope: Scope }) {
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-border bg-surface p-4">
      <p className="text-lg">
        <VerdictMark verdict={detail.verdict} />
      </p>
      {detail.reasons.map((reason) => (
        <p key={reason}>{reasonWords[reason] ?? reason}</p>
      ))}
      {detail.currency === null ? null : (
        <p className="font-semibold text-2xl">
          <Money amountMinor={detail.amountMinor} currency={detail.currency} />
        </p>
      )}
      {detail.state ? <p>Payment: {states[detail.state]}</p> : null}
      <p>
        Received <Timestamp at={detail.receivedAt} />, answered {detail.answered.status}{" "}
        <code className="reference">{detail.answered.body}</code> in {detail.answered.ms} ms
        {detail.seen > 1 ? `, seen ${detail.seen} times` : ""}
      </p>
      {detail.transaction ? (
        <p>
          <Link
            className="reference text-accent underline underline-offset-2"
            href={transactionHref(scope.environment, {
              reference: detail.transaction.reference,
              id: detail.transaction.id ?? "",
              merchant: detail.merchant,
            })}
          >
            {detail.transaction.reference ?? `Row ${detail.transaction.id}`}
          </Link>{" "}
          <span className="text-muted">{detail.transaction.matchedBy}</span>
        </p>
      ) : (
        <p className="text-muted">The rows read so far do not tell which transaction this is.</p>
      )}
    </section>
  );
}

function OtherDeliveries({ detail, scope }: { detail: Detail; scope: Scope }) {
  return (
    <Panel title="Other deliveries of this order">
      {detail.deliveries.length === 0 ? <p className="text-muted">None.</p> : null}
      <ol className="flex flex-col gap-1">
        {detail.deliveries.map(({ id, receivedAt, method, verdict, seen }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <Timestamp at={receivedAt} />
            <Link
              className="text-accent underline underline-offset-2"
              href={`/${scope.environment}/${detail.merchant}/notifications/${id}`}
            >
              {method ?? "Notification"}
            </Link>
            <VerdictMark verdict={verdict} />
            {seen > 1 ? <span className="text-muted">seen {seen}×</span> : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
