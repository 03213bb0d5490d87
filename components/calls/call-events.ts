"use client";

import { useTranslations } from "next-intl";
import type { RecordEvent } from "#components/record/what-happened.tsx";
import type { RecordCall } from "#lib/contract/call.ts";
import { callTone } from "./call-tone.ts";

/** The calls about a record as events of its timeline. */
export function useCallEvents(calls: readonly RecordCall[]): RecordEvent[] {
  const t = useTranslations("calls");
  const ofRecord = useTranslations("records");
  return calls.map(({ at, kind, status, failure, ms, calls: count }, index): RecordEvent => {
    const outcome = status === null ? t(failure === null ? "noAnswer" : `failures.${failure}`) : String(status);
    const parts = [
      ofRecord("called", { call: t(`kinds.${kind}`) }),
      outcome,
      t("milliseconds", { count: Math.round(ms) }),
      ...(count > 1 ? [t("times", { count })] : []),
    ];
    const tone = callTone({ status });
    const id = `call ${index} ${at}`;
    return { id, at, tone: tone === "success" ? "neutral" : tone, text: parts.join(" · "), isDetail: true };
  });
}
