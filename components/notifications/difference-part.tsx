"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { instantFormat } from "#components/language/instant-format.ts";
import { Choice } from "#components/ui/choice.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import type { NotificationDetail, NotificationDifference } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { differenceQuery } from "#lib/queries/notifications.ts";
import { methodName } from "./notification-words.ts";

/** Another delivery of the order beside this one, field by field. The address contains which one. */
export function DifferencePart({ detail, scope }: { detail: NotificationDetail; scope: Scope }) {
  const [other, setOther] = useQueryState("with", parseAsString);
  const t = useTranslations("notifications");
  const timeText = useTimeText();
  if (detail.deliveries.length === 0) return null;
  const options = detail.deliveries.map(({ id, receivedAt, method, isSameEvent }) => ({
    value: id,
    label: t("difference.option", {
      time: timeText(receivedAt),
      method: methodName(t, method),
      same: isSameEvent ? "yes" : "no",
    }),
  }));
  return (
    <>
      <Choice
        label={t("difference.compareWith")}
        value={other}
        anyLabel={t("difference.nothing")}
        options={options}
        onChange={(id) => void setOther(id)}
        className="w-full max-w-md"
      />
      {other === null ? null : <Difference scope={scope} id={detail.id} withId={other} />}
    </>
  );
}

function Difference({ scope, id, withId }: { scope: Scope; id: string; withId: string }) {
  const t = useTranslations("notifications");
  const query = useQuery(differenceQuery(scope, id, withId));
  const loading = <Skeleton className="mt-3 h-40 rounded-md" role="status" aria-label={t("difference.comparing")} />;
  return (
    <Loaded query={query} failedTitle={t("difference.failed")} loading={loading}>
      {({ fields, headers, isSameEvent, isReordered }) => (
        <>
          <p className="py-3">
            {isSameEvent ? t("difference.sameEvent") : null} {isReordered ? t("difference.reordered") : null}
          </p>
          <DifferenceTable label={t("fieldsTitle")} rows={fields} />
          <DifferenceTable label={t("headers")} rows={headers} />
        </>
      )}
    </Loaded>
  );
}

function DifferenceTable({ label, rows }: { label: string; rows: NotificationDifference["fields"] }) {
  const t = useTranslations("notifications");
  const keyed = rows.map((row, index) => ({ ...row, key: `${index} ${row.name}` }));
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-muted">
          <tr>
            <th className="py-1 pr-3 font-normal">{label}</th>
            <th className="py-1 pr-3 font-normal">{t("difference.here")}</th>
            <th className="py-1 pr-3 font-normal">{t("difference.there")}</th>
            <th className="py-1 font-normal">{t("difference.change")}</th>
          </tr>
        </thead>
        <tbody>
          {keyed.map(({ key, name, left, right, change }) => (
            <tr key={key} className={change === "same" ? "text-muted" : "bg-(--tone-warning)/10"}>
              <td className="py-1 pr-3 align-top">{name}</td>
              <td className="reference wrap-anywhere py-1 pr-3 align-top">
                <LongText text={left ?? "–"} />
              </td>
              <td className="reference wrap-anywhere py-1 pr-3 align-top">
                <LongText text={right ?? "–"} />
              </td>
              <td className="whitespace-nowrap py-1 align-top">{change === "same" ? "" : t(`difference.changes.${change}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Formats an instant in the environment's zone, for places where no element can be rendered. */
function useTimeText(): (time: string) => string {
  const { zone } = useEnvironment();
  const locale = useLocale();
  const format = instantFormat({ locale, zone, precision: "second" });
  return (time) => format.format(new Date(time));
}
