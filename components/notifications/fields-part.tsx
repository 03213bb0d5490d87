"use client";

import { Chip } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { revealNotification } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { fieldLabel, fieldMeaning } from "./field-words.ts";
import { ReasonForm } from "./reason-form.tsx";

/** All fields in received order, with codes as text and unknown fields marked; personal data is masked until the user states a reason. */
export function FieldsPart({ detail, scope }: { detail: NotificationDetail; scope: Scope }) {
  const t = useTranslations("notifications");
  const { data } = useQuery(whoAmIQuery());
  const reveal = useMutation({ mutationFn: (reason: string) => revealNotification(scope, detail.id, reason), meta: showsError });
  const shown = new Map(reveal.data?.fields.map(({ index, value }) => [index, value]));
  const fields = detail.fields.map((field, index) => ({ ...field, index, key: `${index} ${field.name}` }));
  const mayReveal =
    data !== undefined && data.staff.role !== "viewer" && !data.isPresenting && detail.fields.some(({ masked }) => masked);
  return (
    <>
      {detail.fields.length === 0 ? <p className="text-muted">{t("fieldList.none")}</p> : null}
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(7rem,14rem)_minmax(0,1fr)]">
        {fields.map((field) => (
          <Field key={field.key} field={field} revealed={shown.get(field.index)} />
        ))}
      </dl>
      <ErrorNotice title={t("fieldList.failed")} error={reveal.error} />
      {mayReveal && reveal.data === undefined ? (
        <div className="pt-3">
          <ReasonForm action={t("fieldList.reveal")} isPending={reveal.isPending} onSubmit={(reason) => reveal.mutate(reason)} />
        </div>
      ) : null}
    </>
  );
}

function Field({ field, revealed }: { field: NotificationDetail["fields"][number]; revealed: string | undefined }) {
  const t = useTranslations("notifications");
  const { name, value, known, firstSeenAt, masked } = field;
  const meaning = fieldMeaning(t, field);
  return (
    <div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
      <dt className="wrap-anywhere text-muted" title={name}>
        {fieldLabel(t, field)} {known ? null : <Chip size="sm">{t("fieldList.unknown")}</Chip>}
        {firstSeenAt ? (
          <span className="block text-sm">{t.rich("fieldList.firstSeen", { at: () => <Timestamp at={firstSeenAt} /> })}</span>
        ) : null}
      </dt>
      <dd className="wrap-anywhere">
        <span className="reference">
          <LongText text={revealed ?? value} />
        </span>{" "}
        {meaning ? <span className="text-muted">{meaning}</span> : null}{" "}
        {masked && revealed === undefined ? <Chip size="sm">{t("fieldList.masked")}</Chip> : null}
      </dd>
    </div>
  );
}
