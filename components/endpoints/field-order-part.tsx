"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { FieldOrderCandidate, FieldOrders } from "#lib/contract/field-order.ts";
import { fieldOrderQuery } from "#lib/queries/field-order.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ChangeFieldOrder } from "./change-field-order.tsx";
import { FieldOrderMethods, FieldOrderNames, Names } from "./field-order-names.tsx";
import { Part } from "./part.tsx";

type Props = { scope: Scope; endpoint: Endpoint; isAdmin: boolean };

/** The field order, when it is not the default or when genuine notifications arrived in another one; renders nothing otherwise. */
export function FieldOrderPart({ scope, endpoint, isAdmin }: Props) {
  const t = useTranslations("endpoints");
  const { data } = useQuery(fieldOrderQuery(scope, endpoint.id));
  if (!data || (isUsual(data) && data.candidates.length === 0)) return null;
  return (
    <Part title={t("fieldOrder.title")}>
      {isUsual(data) ? null : (
        <>
          <p className="max-w-prose">{t("fieldOrder.notUsual")}</p>
          <Names title={t("fieldOrder.inForce")} names={data.inForce} />
          <FieldOrderMethods methods={data.methods} />
          {isAdmin ? (
            <ChangeFieldOrder scope={scope} endpoint={endpoint} orders={data} order={data.usual} methods={data.methods} />
          ) : null}
        </>
      )}
      {data.candidates.map((candidate) => (
        <div key={candidate.order.join()} className="flex flex-col items-start gap-3">
          <Evidence scope={scope} candidate={candidate} />
          <FieldOrderNames inForce={data.inForce} next={candidate.order} />
          <FieldOrderMethods methods={candidate.methods} />
          {isAdmin ? (
            <ChangeFieldOrder
              scope={scope}
              endpoint={endpoint}
              orders={data}
              order={candidate.order}
              methods={candidate.methods}
            />
          ) : null}
        </div>
      ))}
    </Part>
  );
}

function isUsual({ inForce, usual }: FieldOrders): boolean {
  return inForce.join() === usual.join();
}

function Evidence({ scope, candidate }: { scope: Scope; candidate: FieldOrderCandidate }) {
  const t = useTranslations("endpoints");
  const { texts, orders, firstSeenAt, lastSeenAt, examples, validSince } = candidate;
  return (
    <div className="flex max-w-prose flex-col gap-1">
      <p>
        {t.rich("fieldOrder.evidence", {
          texts,
          orders,
          first: () => <Timestamp at={firstSeenAt} precision="row" />,
          last: () => <Timestamp at={lastSeenAt} precision="row" />,
        })}
      </p>
      {validSince > 0 ? <p className="text-(--tone-warning)">{t("fieldOrder.validSince", { count: validSince })}</p> : null}
      <p className="flex flex-wrap gap-x-3">
        {examples.map((id, index) => (
          <Link
            key={id}
            href={`/${scope.environment}/${scope.merchant}/notifications/${id}`}
            className="text-accent underline underline-offset-2"
          >
            {t("fieldOrder.example", { number: index + 1 })}
          </Link>
        ))}
      </p>
    </div>
  );
}
