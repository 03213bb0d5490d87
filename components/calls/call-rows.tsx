"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { QueryError } from "#components/ui/query-error.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { CallList } from "#lib/contract/call.ts";
import { type CallSearch, callsQuery } from "#lib/queries/calls.ts";
import { callTone } from "./call-tone.ts";

type Call = CallList["items"][number];

/** Newest first; without headers, bodies and query values, which may contain sensitive data. */
export function CallRows({ environment, search = {} }: { environment: string; search?: CallSearch }) {
  const t = useTranslations("calls");
  const say = useSay();
  const [after, setAfter] = useState(0);
  const query = useQuery(callsQuery(environment, { ...search, after }));
  const calls = (query.data?.items ?? []).toReversed();
  const isShared = new Set(calls.map(({ process }) => process)).size > 1;
  return (
    <div className="flex flex-col gap-2">
      <QueryError query={query} title={t("failed")} />
      <div className="flex items-center justify-between gap-2">
        <p className="text-muted text-xs">{t("scope")}</p>
        <Button size="sm" variant="secondary" onPress={() => setAfter(calls[0]?.id ?? after)}>
          {t("beginAnew")}
        </Button>
      </div>
      {query.data && calls.length === 0 ? <EmptyState title={t("empty.title")}>{t("empty.text")}</EmptyState> : null}
      {calls.length > 0 ? (
        <div className="[--table-height:40dvh]">
          <DataTable
            label={t("title")}
            columns={columnsIn({ t, say, isShared })}
            rows={calls}
            keyOf={({ id }) => String(id)}
            copyOf={toCurl}
          />
        </div>
      ) : null}
    </div>
  );
}

type Known = {
  t: Words<"calls">;
  say: Say;
  /** Several processes made the calls: each row names its own. */
  isShared: boolean;
};

function columnsIn({ t, say, isShared }: Known): Column<Call>[] {
  return [
    { key: "at", label: t("columns.time"), cell: ({ at }) => <Timestamp at={at} /> },
    {
      key: "status",
      label: t("columns.status"),
      cell: (call) => <StatusMark tone={callTone(call)}>{call.status === null ? t("noAnswer") : String(call.status)}</StatusMark>,
    },
    {
      key: "ms",
      label: t("columns.duration"),
      isEnd: true,
      className: "text-muted tabular-nums",
      cell: ({ ms }) => t("milliseconds", { count: Math.round(ms) }),
    },
    {
      key: "merchant",
      label: t("columns.merchant"),
      cell: ({ merchant, kind }) => {
        if (merchant !== null) return <MerchantName slug={merchant} />;
        return t(kind === "token" ? "integration" : "several");
      },
    },
    { key: "call", label: t("columns.call"), className: "reference", cell: ({ method, path }) => `${method} ${path}` },
    {
      key: "note",
      label: t("columns.note"),
      className: "text-muted",
      cell: ({ attempt, calls, problem, problemDetails, process }) => {
        const counted = calls > 1 ? [t("times", { count: calls })] : [];
        const said = problem === null ? [] : [say({ message: problem, ...problemDetails })];
        const text = [...counted, ...(attempt > 1 ? [t("attempt", { attempt })] : []), ...said, ...(isShared ? [process] : [])];
        return text.join(" · ");
      },
    },
    { key: "curl", label: "curl", cell: (call) => <CopyButton text={toCurl(call)} label={t("asCurl")} /> },
  ];
}

/** Credentials stay on the server; the command contains placeholders. */
function toCurl({ method, path }: Call): string {
  return `curl -X ${method} "$BASE_URL${path}" -H "Authorization: Bearer $TOKEN" -H "X-Session: $SESSION" -H "X-Partner-Id: $PARTNER" -H "X-Application-Id: $APPLICATION"`;
}
