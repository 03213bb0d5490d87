"use client";

import { useQuery } from "@tanstack/react-query";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Forward } from "#lib/contract/forward.ts";
import { forwardOfQuery } from "#lib/queries/forwards.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { stateWords } from "./forward-words.ts";
import { Replay } from "./replay.tsx";

type Props = { scope: Scope; endpointId: string; id: string };

/** How a notification was passed on to the shop, try by try; nothing where it never was. */
export function ForwardPanel({ scope, endpointId, id }: Props) {
  const { data } = useQuery(forwardOfQuery(scope, { endpointId, id }));
  const me = useQuery(whoAmIQuery());
  if (!data) return null;
  const mayReplay = me.data !== undefined && me.data.staff.role !== "viewer" && data.state !== "pending";
  const { tone, text } = stateWords[data.state];
  return (
    <Panel title="Passed on to the shop" action={<StatusMark tone={tone}>{text}</StatusMark>}>
      <Tries forward={data} />
      {data.dueAt ? (
        <p className="pt-2 text-muted">
          Next try <Timestamp at={data.dueAt} />
        </p>
      ) : null}
      {mayReplay ? (
        <div className="pt-3">
          <Replay scope={scope} endpointId={endpointId} wish={{ ids: [id] }} label="Send again" />
        </div>
      ) : null}
    </Panel>
  );
}

function Tries({ forward: { tries, attempts } }: { forward: Forward }) {
  if (tries.length === 0) return <p className="text-muted">Not tried yet.</p>;
  return (
    <>
      <ol aria-label="Tries, newest first" className="flex flex-col gap-1">
        {tries.map(({ at, ms, problem, answer }) => (
          <li key={at} className="flex flex-wrap gap-x-3">
            <Timestamp at={at} />
            <span className="min-w-0 wrap-anywhere">{problem ?? "200 OK"}</span>
            {problem !== null && answer ? <span className="min-w-0 text-muted wrap-anywhere">It said: {answer}</span> : null}
            <span className="text-muted">{Math.round(ms)} ms</span>
          </li>
        ))}
      </ol>
      {attempts > tries.length ? (
        <p className="pt-1 text-muted">{`${attempts} tries in all; the last ${tries.length} are kept.`}</p>
      ) : null}
    </>
  );
}
