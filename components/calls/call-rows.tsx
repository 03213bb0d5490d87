"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSentence } from "#components/language/sentences.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { CallList } from "#lib/contract/call.ts";
import { callsQuery } from "#lib/queries/calls.ts";

type Call = CallList["items"][number];

/** Newest first; without headers, bodies and query values, which hold what nobody needs to see. */
export function CallRows({ environment }: { environment: string }) {
  const t = useTranslations("calls");
  const [after, setAfter] = useState(0);
  const query = useQuery(callsQuery(environment, after));
  if (query.isError) return <ErrorNotice title={t("failed")} error={query.error} />;
  const calls = (query.data?.items ?? []).toReversed();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <p className="text-muted text-xs">{t("scope")}</p>
        <Button size="sm" variant="secondary" onPress={() => setAfter(calls[0]?.id ?? after)}>
          {t("beginAnew")}
        </Button>
      </div>
      {query.data && calls.length === 0 ? <EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState> : null}
      <ul aria-label={t("title")} className="flex max-h-[40dvh] flex-col gap-px overflow-y-auto">
        {calls.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ul>
    </div>
  );
}

function CallRow({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const say = useSentence();
  const { at, merchant, method, path, status, ms, attempt, problem } = call;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <Timestamp at={at} precision="time" />
      <StatusMark tone={toneOf(call)}>{status === null ? t("noAnswer") : String(status)}</StatusMark>
      <span className="w-16 text-right text-muted tabular-nums">{t("milliseconds", { count: Math.round(ms) })}</span>
      <span className="w-32 truncate">{merchant === null ? t("integration") : <MerchantName slug={merchant} />}</span>
      <span className="reference min-w-0 flex-1 truncate" title={path}>
        {method} {path}
      </span>
      {attempt > 1 ? <span className="text-muted">{t("attempt", { attempt })}</span> : null}
      {problem === null ? null : <span className="text-muted">{say(problem)}</span>}
      <CopyButton text={toCurl(call)} label={t("asCurl")} />
    </li>
  );
}

function toneOf({ status }: Call): Tone {
  if (status === null || status >= 500) return "danger";
  return status >= 400 ? "warning" : "success";
}

/** Credentials stay on the server: their places are named. */
function toCurl({ method, path }: Call): string {
  return `curl -X ${method} "$BASE_URL${path}" -H "Authorization: Bearer $TOKEN" -H "X-Session: $SESSION" -H "X-Partner-Id: $PARTNER" -H "X-Application-Id: $APPLICATION"`;
}
