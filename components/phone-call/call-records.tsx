import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { type PhoneCall, recordId, removeRecord } from "./call-store.ts";

/** What was opened during a call; one that does not belong to it is taken out. */
export function CallRecords({ call }: { call: PhoneCall }) {
  const t = useTranslations("phoneCall");
  if (call.records.length === 0) return <p className="text-muted">{t("nothing")}</p>;
  return (
    <ul aria-label={t("opened")} className="flex max-h-60 flex-col gap-1 overflow-y-auto">
      {call.records.map((record) => (
        <li key={recordId(record)} className="flex items-center justify-between gap-2">
          <span className="min-w-0">
            <span className="text-muted text-sm">{t(`kinds.${record.kind}`)} </span>
            <Link href={record.href} className="reference wrap-anywhere text-accent underline-offset-2 hover:underline">
              {record.name}
            </Link>
          </span>
          {record.isNoted ? (
            <StatusMark tone="success">{t("noted")}</StatusMark>
          ) : (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("removeOf", { name: record.name })}
              onPress={() => removeRecord(record)}
            >
              {t("remove")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
