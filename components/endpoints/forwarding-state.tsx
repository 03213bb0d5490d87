import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSay } from "#components/language/say.ts";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Forwarding } from "#lib/contract/forward.ts";
import { takenAnswer } from "./forward-words.ts";

/** State of forwarding: queue length, dead letters, and the shop's latest response. */
export function ForwardingState({ forwarding }: { forwarding: Forwarding }) {
  const t = useTranslations("endpoints");
  const { mode, url, pending, refused, dead, lastTry } = forwarding;
  const noAddress = t(mode === "off" ? "forwarding.state.noAddress" : "forwarding.state.unreadable");
  return (
    <dl className="flex flex-col gap-1">
      <Fact name={t("forwarding.state.address")}>{url ? <code className="reference wrap-anywhere">{url}</code> : noAddress}</Fact>
      <Fact name={t("forwards.states.pending")}>{pending}</Fact>
      <Fact name={t("forwards.states.refused")}>{refused}</Fact>
      <Fact name={t("forwarding.state.deadLetters")}>{dead > 0 ? <StatusMark tone="danger">{String(dead)}</StatusMark> : 0}</Fact>
      <Fact name={t("forwards.columns.answer")}>
        {lastTry ? <LastTry lastTry={lastTry} /> : t("forwarding.state.nothingSent")}
      </Fact>
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
  const t = useTranslations("endpoints");
  const say = useSay();
  const { at, ms, problem, problemDetails, answer } = lastTry;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <StatusMark tone={problem === null ? "success" : "danger"}>
        {problem === null ? takenAnswer : t("forwarding.state.notTaken")}
      </StatusMark>
      {problem === null ? null : <span>{say({ message: problem, ...problemDetails })}</span>}
      {problem !== null && answer ? <span className="text-muted">{t("forwards.itSaid", { answer })}</span> : null}
      <span className="text-muted">
        {t.rich("forwarding.state.when", { ms: Math.round(ms), at: () => <Timestamp at={at} precision="row" /> })}
      </span>
    </span>
  );
}
