"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import { QueryTable } from "#components/data-table/query-table.tsx";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { Choice } from "#components/ui/choice.tsx";
import { Link } from "#components/ui/link.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Forward } from "#lib/contract/forward.ts";
import { forwardStates } from "#lib/contract/forward-states.ts";
import { forwardsQuery } from "#lib/queries/forwards.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { type ForwardChoice, stateTones, takenAnswer } from "./forward-words.ts";
import { Replay } from "./replay.tsx";

type Props = {
  scope: Scope;
  endpointId: string;
  mayReplay: boolean;
  /** Whether the shop's answers are only counted. */
  isShadowed: boolean;
  choice: ForwardChoice | null;
  onChoose: (choice: ForwardChoice | null) => void;
};

/** Notifications that are being forwarded, were delivered or became dead letters, with replay. */
export function ForwardList({ scope, endpointId, mayReplay, isShadowed, choice, onChoose }: Props) {
  const t = useTranslations("endpoints");
  const say = useSay();
  const isReversed = isShadowed && choice === "would_reverse";
  const state = choice === "would_reverse" ? null : choice;
  const search = { state, orderId: null, ...(isReversed && { wouldReverse: "true" as const }) };
  const query = useInfiniteQuery(forwardsQuery(scope, { id: endpointId, search }));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns = columnsFor(scope, { replayIn: mayReplay ? endpointId : null, t, say });
  const options = [
    ...forwardStates.map((value) => ({ value: value as string, label: t(`forwards.states.${value}`) })),
    ...(isShadowed ? [{ value: "would_reverse", label: t("forwarding.shadow.choice") }] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Choice
          label={t("forwards.show")}
          className="w-48"
          value={isReversed ? choice : state}
          anyLabel={t("forwards.all")}
          options={options}
          onChange={(value) => onChoose(value as ForwardChoice | null)}
        />
        {mayReplay && state !== null && state !== "pending" && rows.length > 0 ? (
          <Replay scope={scope} endpointId={endpointId} wish={{ state }} label={t("forwards.sendAllAgain", { state })} />
        ) : null}
      </div>
      <QueryTable
        key={JSON.stringify([scope, endpointId, search])}
        query={query}
        label={t("forwards.name")}
        columns={columns}
        keyOf={({ id }) => id}
        failedTitle={t("forwards.failed")}
        loadingLabel={t("forwards.loading")}
        empty={<p className="text-muted">{t(state === null && !isReversed ? "forwards.nothingYet" : "forwards.noneInState")}</p>}
      />
    </div>
  );
}

type ColumnParts = {
  /** The endpoint whose rows may be replayed, or null. */
  replayIn: string | null;
  t: Words<"endpoints">;
  say: Say;
};

function columnsFor(scope: Scope, { replayIn, t, say }: ColumnParts): Column<Forward>[] {
  const base = `/${scope.environment}/${scope.merchant}/notifications`;
  return [
    {
      key: "order",
      label: t("forwards.columns.order"),
      cell: ({ id, orderId }) => (
        <Link className="reference text-accent underline-offset-2 hover:underline" href={`${base}/${id}`}>
          {orderId?.slice(0, 40) ?? t("forwards.notification")}
        </Link>
      ),
    },
    {
      key: "received",
      label: t("forwards.columns.received"),
      cell: ({ receivedAt }) => <Timestamp at={receivedAt} precision="row" />,
    },
    { key: "method", label: t("forwards.columns.method"), cell: ({ method }) => method ?? "–" },
    {
      key: "state",
      label: t("forwards.columns.state"),
      cell: ({ state }) => <StatusMark tone={stateTones[state]}>{t(`forwards.states.${state}`)}</StatusMark>,
    },
    { key: "tries", label: t("forwards.columns.tries"), isEnd: true, cell: ({ attempts }) => attempts },
    {
      key: "answer",
      label: t("forwards.columns.answer"),
      cell: ({ tries: [last] }) => (
        <span className="block min-w-40">
          {last?.problem ? say({ message: last.problem, ...last.problemDetails }) : last ? takenAnswer : "–"}
        </span>
      ),
    },
    {
      key: "next",
      label: t("forwards.columns.next"),
      cell: ({ dueAt }) => (dueAt ? <Timestamp at={dueAt} precision="row" /> : "–"),
    },
    ...(replayIn === null
      ? []
      : [
          {
            key: "replay",
            label: t("forwards.sendAgain"),
            cell: ({ id, state, orderId }: Forward) =>
              state === "pending" ? (
                "–"
              ) : (
                <Replay
                  scope={scope}
                  endpointId={replayIn}
                  wish={{ ids: [id] }}
                  label={t("forwards.sendAgain")}
                  of={orderId ?? id}
                />
              ),
          },
        ]),
  ];
}
