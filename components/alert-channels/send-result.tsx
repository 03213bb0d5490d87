import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { SendResult } from "#lib/contract/alert-channel.ts";

/** What came of the last message: when it was sent, or why it was not. */
export function SendResultLine({ result }: { result: SendResult | null }) {
  const t = useTranslations("channels");
  const say = useSay();
  if (result === null) return null;
  const { isSent, at, problem, problemDetails } = result;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <StatusMark tone={isSent ? "success" : "danger"}>{t(isSent ? "sent" : "notSent")}</StatusMark>
      <span className="text-muted">
        <Timestamp at={at} precision="row" />
      </span>
      {problem === undefined ? null : <span>{say({ message: problem, ...problemDetails })}</span>}
    </p>
  );
}
