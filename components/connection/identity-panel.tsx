"use client";

import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { Attempts } from "./attempts.tsx";
import { Countdown } from "./countdown.tsx";
import { Fact } from "./fact.tsx";
import { GuardActions, useIsAdminOfAll } from "./guard-actions.tsx";
import { IdentityMark } from "./identity-mark.tsx";
import type { Identity } from "./identity-state.ts";
import { IdentityStop } from "./identity-stop.tsx";

type Props = {
  title: string;
  half: "token" | "session";
  identity: Identity;
  /** Present for administrators: the identity of this sign-in. */
  acts: { scope: Scope; name: string } | undefined;
};

/** One step of the gateway's sign-in: the cached credential, its expiry, and the attempts used. */
export function IdentityPanel({ title, half, identity, acts }: Props) {
  const t = useTranslations("connection");
  const say = useSay();
  const isAdminOfAll = useIsAdminOfAll();
  return (
    <Panel title={title} action={<IdentityMark state={identity.state} />}>
      <p className="pb-3">{t(`states.${identity.state}.sentence`)}</p>
      <IdentityStop half={half} identity={identity} isOwn={isAdminOfAll && acts !== undefined} />
      <dl className="flex flex-col gap-1">
        <Fact name={t("identity.attempts")} value={<Attempts used={identity.attemptsUsed} most={identity.attemptsMax} />} />
        <Fact name={t("identity.ends")} value={identity.expiresAt ? <Countdown at={identity.expiresAt} /> : "–"} />
        <Fact
          name={t("identity.lastSuccess")}
          value={identity.lastSuccessAt ? <Timestamp at={identity.lastSuccessAt} precision="row" /> : t("identity.never")}
        />
        <Fact
          name={t("identity.lastError")}
          value={
            identity.lastError === null
              ? t("identity.noError")
              : say({ message: identity.lastError, ...identity.lastErrorDetails })
          }
        />
        {identity.scopes.length > 0 ? (
          <Fact name={t("identity.scopes")} value={<span className="reference">{identity.scopes.join(" ")}</span>} />
        ) : null}
      </dl>
      {acts && identity.state === "refused" ? <GuardActions {...acts} half={half} identity={identity} /> : null}
    </Panel>
  );
}
