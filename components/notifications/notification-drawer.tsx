"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Notification } from "#lib/contract/notification.ts";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { DetailDrawer } from "../data-table/detail-drawer.tsx";
import { FieldList } from "../ui/field-list.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { Facts } from "./facts.tsx";
import { fieldLabel, fieldMeaning } from "./field-words.ts";
import { StandingMark } from "./verification-badge.tsx";

type Props = { environment: string; item: Notification; onClose: () => void };

const pauseMs = 150;

/** A notification in the detail drawer. */
export function NotificationDrawer({ environment, item, onClose }: Props) {
  const t = useTranslations("notifications");
  const { merchant, id } = useDebounced(item, pauseMs);
  const query = useQuery(notificationQuery({ environment, merchant }, id));
  const isSettled = id === item.id;
  const fields = query.data?.fields.map((field) => {
    const meaning = fieldMeaning(t, field);
    const masked = field.masked ? ` (${t("fieldList.masked")})` : "";
    return { label: fieldLabel(t, field), value: `${field.value}${meaning ? ` · ${meaning}` : ""}${masked}` };
  });
  return (
    <DetailDrawer
      title={<span className="reference">{item.trnref ?? item.orderId ?? item.id}</span>}
      href={`/${environment}/${item.merchant}/notifications/${item.id}`}
      query={{ ...query, isPending: !isSettled || query.isPending }}
      onClose={onClose}
    >
      {query.data ? (
        <div>
          <p className="pb-2 text-lg">
            <StandingMark item={query.data} />
          </p>
          <Facts detail={query.data} />
        </div>
      ) : null}
      <section>
        <h3 className="pb-2 font-medium">{t("fieldList.title")}</h3>
        <FieldList label={t("fieldList.title")} fields={fields ?? []} />
      </section>
    </DetailDrawer>
  );
}
