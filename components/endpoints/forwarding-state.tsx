import type { ReactNode } from "react";
import { Timestamp } from "#components/timestamp.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Forwarding } from "#lib/contract/forward.ts";

/** How the passing on goes: what waits, what was given up, and what the shop said last. */
export function ForwardingState({ forwarding }: { forwarding: Forwarding }) {
  const { url, pending, refused, dead, lastTry } = forwarding;
  return (
    <dl className="flex flex-col gap-1">
      <Fact name="Address">
        {url ? <code className="reference wrap-anywhere">{url}</code> : "None: what waits stays here until there is one"}
      </Fact>
      <Fact name="Waiting">{pending}</Fact>
      <Fact name="Refused by shop">{refused}</Fact>
      <Fact name="Dead letters">{dead > 0 ? <StatusMark tone="danger">{String(dead)}</StatusMark> : 0}</Fact>
      <Fact name="Last answer">{lastTry ? <LastTry lastTry={lastTry} /> : "Nothing sent yet"}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-32 text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function LastTry({ lastTry }: { lastTry: NonNullable<Forwarding["lastTry"]> }) {
  const { at, ms, problem, answer } = lastTry;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <StatusMark tone={problem === null ? "success" : "danger"}>{problem === null ? "200 OK" : "Not taken"}</StatusMark>
      {problem === null ? null : <span>{problem}</span>}
      {problem !== null && answer ? <span className="text-muted">It said: {answer}</span> : null}
      <span className="text-muted">
        <Timestamp at={at} />, {Math.round(ms)} ms
      </span>
    </span>
  );
}
