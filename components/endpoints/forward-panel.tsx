"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Forward } from "#lib/contract/forward.ts";
import { forwardOfQuery } from "#lib/queries/forwards.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { stateTones, takenAnswer } from "./forward-words.ts";
import { Replay } from "./replay.tsx";

type Props = { scope: Scope; endpointId: string; id: string };

/** Forwarding attempts of a notification; renders nothing when it was never forwarded. */
export function ForwardPanel({ scope, endpointId, id }: Props) {
  const t = useTranslations("endpoints");
  const { data } = useQuery(forwardOfQuery(scope, { endpointId, id }));
  const me = useQuery(whoAmIQuery());
  if (!data) return null;
  const mayReplay = me.data !== undefined && me.data.staff.role !== "viewer" && data.state !== "pending";
  return (
    <Panel
      title={t("forwards.passedOn")}
      action={<StatusMark tone={stateTones[data.state]}>{t(`forwards.states.${data.state}`)}</StatusMark>}
    >
      <Disclosure title={t("forwards.columns.tries")} count={data.attempts} isOpenAtFirst={data.state !== "delivered"}>
        <Tries forward={data} />
      </Disclosure>
      {data.dueAt ? (
        <p className="pt-2 text-muted">
          <NextTry at={data.dueAt} />
        </p>
      ) : null}
      {mayReplay ? (
        <div className="pt-3">
          <Replay scope={scope} endpointId={endpointId} wish={{ ids: [id] }} label={t("forwards.sendAgain")} />
        </div>
      ) : null}
    </Panel>
  );
}

function NextTry({ at }: { at: string }) {
  const t = useTranslations("endpoints");
  return t.rich("forwards.nextTry", { at: () => <Timestamp at={at} precision="row" /> });
}

function Tries({ forward: { tries, attempts } }: { forward: Forward }) {
  const t = useTranslations("endpoints");
  const say = useSay();
  if (tries.length === 0) return <p className="text-muted">{t("forwards.notTried")}</p>;
  return (
    <>
      <ol aria-label={t("forwards.triesName")} className="flex flex-col gap-1">
        {tries.map(({ at, ms, problem, problemDetails, answer }) => (
          <li key={at} className="flex flex-wrap gap-x-3">
            <Timestamp at={at} precision="row" />
            <span className="min-w-0 wrap-anywhere">
              {problem === null ? takenAnswer : say({ message: problem, ...problemDetails })}
            </span>
            {problem !== null && answer ? (
              <span className="min-w-0 text-muted wrap-anywhere">{t("forwards.itSaid", { answer })}</span>
            ) : null}
            <span className="text-muted">{t("forwards.ms", { ms: Math.round(ms) })}</span>
          </li>
        ))}
      </ol>
      {attempts > tries.length ? (
        <p className="pt-1 text-muted">{t("forwards.triesInAll", { attempts, kept: tries.length })}</p>
      ) : null}
    </>
  );
}
