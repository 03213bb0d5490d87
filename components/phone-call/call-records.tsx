import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { changeCall, type PhoneCall, recordId, withoutRecord } from "./call-store.ts";

/** What was opened during a call; one that does not belong to it is taken out. */
export function CallRecords({ call }: { call: PhoneCall }) {
  const t = useTranslations("phoneCall");
  if (call.records.length === 0) return <p className="text-muted">{t("nothing")}</p>;
  return (
    <ul aria-label={t("opened")} className="flex max-h-60 flex-col gap-1 overflow-y-auto">
      {call.records.map((record) => {
        const id = recordId(record);
        return (
          <li key={id} className="flex items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="text-muted text-sm">{t(`kinds.${record.kind}`)} </span>
              <Link href={record.href} className="reference wrap-anywhere text-accent underline-offset-2 hover:underline">
                {record.name}
              </Link>
            </span>
            {call.written.includes(id) ? (
              <StatusMark tone="success">{t("noted")}</StatusMark>
            ) : (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t("removeOf", { name: record.name })}
                onPress={() => changeCall((current) => withoutRecord(current, id))}
              >
                {t("remove")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
