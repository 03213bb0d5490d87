import { useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Link } from "#components/ui/link.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Alert } from "#lib/contract/alert.ts";
import { AlertActions } from "./alert-actions.tsx";
import type { CommentedAlert } from "./alert-comment.tsx";

const statusTones: Record<Alert["status"], Tone> = { open: "danger", acknowledged: "warning", resolved: "neutral" };
const severityTones: Record<Alert["severity"], Tone> = { critical: "danger", warning: "warning", info: "neutral" };

type Options = { merchant: string; environment: string; mayChange: boolean; onComment: (alert: CommentedAlert) => void };

export function alertColumns(t: Words<"alerts">, { merchant, mayChange, ...actions }: Options): readonly Column<Alert>[] {
  return [
    { key: "rule", label: t("fields.rule"), cell: (alert) => <WhatHappens {...alert} /> },
    { key: "merchant", label: merchant, cell: (alert) => <Whose {...alert} /> },
    { key: "status", label: t("fields.status"), cell: (alert) => <Status {...alert} /> },
    { key: "count", label: t("fields.count"), isEnd: true, cell: ({ count }) => t("times", { count }) },
    { key: "openedAt", label: t("fields.openedAt"), cell: ({ openedAt }) => <Timestamp at={openedAt} precision="row" /> },
    { key: "lastSeenAt", label: t("fields.lastSeenAt"), cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} precision="row" /> },
    ...(mayChange
      ? [
          {
            key: "actions",
            label: t("fields.actions"),
            cell: (alert: Alert) => (alert.partial ? null : <AlertActions {...actions} alert={alert} />),
          },
        ]
      : []),
  ];
}

/** One merchant, how many of them, or none: it is about the environment. */
function Whose({ merchant, merchants, partial }: Alert) {
  const t = useTranslations("alerts");
  if (merchant !== undefined) return <MerchantName slug={merchant} />;
  if (merchants === undefined) return "–";
  return (
    <span className="flex flex-col gap-0.5">
      {t("merchants", { count: merchants })}
      {partial ? <span className="text-muted text-xs">{t("partial")}</span> : null}
    </span>
  );
}

/** Its name as a link to exactly the records, what it means, and what staff know about it. */
function WhatHappens({ rule, severity, href, machine, unlinked, endsAt, notKept, comment, commentedBy = "" }: Alert) {
  const t = useTranslations("alerts");
  return (
    <span className="flex min-w-64 flex-col gap-0.5 whitespace-normal">
      <span className="flex items-center gap-2">
        <StatusMark tone={severityTones[severity]} isWordHidden>
          {t(`severities.${severity}`)}
        </StatusMark>
        <Link href={href} className="text-accent">
          {t(`rules.${rule}`)}
        </Link>
      </span>
      <span className="text-muted text-xs">{t(`explanations.${rule}`)}</span>
      {machine === undefined ? null : <span className="wrap-anywhere text-xs">{t("machine", { name: machine })}</span>}
      {unlinked ? <span className="text-xs">{t("unlinked")}</span> : null}
      {endsAt === undefined ? null : (
        <span className="text-xs">{t.rich("endsAt", { day: () => <Timestamp at={endsAt} precision="row" /> })}</span>
      )}
      {notKept > 0 ? <span className="text-(--tone-warning) text-xs">{t("notKept", { count: notKept })}</span> : null}
      {comment === undefined ? null : (
        <span className="wrap-anywhere text-xs">{t("comment.by", { name: commentedBy, text: comment })}</span>
      )}
    </span>
  );
}

/** Its status, and who changed it when; without anybody it says why it was resolved. */
function Status({ status, acknowledgedAt, acknowledgedBy, resolvedBy, resolution, changedAt }: Alert) {
  const t = useTranslations("alerts");
  // An open one was acknowledged before it became more severe.
  const takenAt = acknowledgedAt ?? (status === "acknowledged" ? changedAt : undefined);
  return (
    <span className="flex flex-col gap-0.5 whitespace-normal">
      <StatusMark tone={statusTones[status]}>{t(`statuses.${status}`)}</StatusMark>
      {acknowledgedBy === undefined || (status === "open" && takenAt === undefined) ? null : (
        <Handled what={t("handled.acknowledged", { name: acknowledgedBy })} at={takenAt} />
      )}
      {status === "resolved" ? (
        <Handled
          what={resolvedBy === undefined ? t(`handled.${resolution ?? "byItself"}`) : t("handled.resolved", { name: resolvedBy })}
          at={changedAt}
        />
      ) : null}
    </span>
  );
}

function Handled({ what, at }: { what: string; at: string | undefined }) {
  return (
    <>
      <span className="wrap-anywhere text-muted text-xs">{what}</span>
      {at === undefined ? null : (
        <span className="text-muted text-xs">
          <Timestamp at={at} precision="row" />
        </span>
      )}
    </>
  );
}
