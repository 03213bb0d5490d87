"use client";

import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { Attempts } from "./attempts.tsx";
import { Countdown } from "./countdown.tsx";
import { Fact } from "./fact.tsx";
import { GuardActs } from "./guard-acts.tsx";
import { type Identity, identityStates } from "./identity-state.ts";

type Props = {
  title: string;
  half: "token" | "session";
  identity: Identity;
  /** Present for administrators: whose sign-in it is. */
  acts: { scope: Scope; name: string } | undefined;
};

/** One half of the gateway's sign-in: what is held, for how long, and how many attempts are used. */
export function IdentityPanel({ title, half, identity, acts }: Props) {
  const { tone, text, sentence } = identityStates[identity.state];
  return (
    <Panel title={title} action={<StatusMark tone={tone}>{text}</StatusMark>}>
      <p className="pb-3">{sentence}</p>
      <dl className="flex flex-col gap-1">
        <Fact name="Failed attempts in a row" value={<Attempts used={identity.attemptsUsed} most={identity.attemptsMax} />} />
        <Fact name="Ends" value={identity.expiresAt ? <Countdown at={identity.expiresAt} /> : "–"} />
        <Fact name="Last success" value={identity.lastSuccessAt ? <Timestamp at={identity.lastSuccessAt} /> : "Never"} />
        <Fact name="Last error" value={identity.lastError ?? "None"} />
        {identity.scopes.length > 0 ? (
          <Fact name="Scopes" value={<span className="reference">{identity.scopes.join(" ")}</span>} />
        ) : null}
      </dl>
      {acts && identity.state === "refused" ? <GuardActs {...acts} half={half} identity={identity} /> : null}
    </Panel>
  );
}
