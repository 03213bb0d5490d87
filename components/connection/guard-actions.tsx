"use client";

import { useQuery } from "@tanstack/react-query";
import type { GuardActionView } from "#lib/contract/connection.ts";
import {
  confirmCounterWasReset,
  confirmIntegrationCounterWasReset,
  tryIntegrationOnceMore,
  tryOnceMore,
} from "#lib/queries/connection.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { GuardDialog } from "./guard-dialog.tsx";
import type { Identity } from "./identity-state.ts";

/** Whether the user may resume every sign-in. */
export function useIsAdminOfAll(): boolean {
  const { data: me } = useQuery(whoAmIQuery());
  return me?.staff.role === "admin" && !me.staff.isLimited;
}

type Props = { scope: Scope; name: string; half: "token" | "session"; identity: Identity };

/** Administrator actions for a merchant's refused sign-in, or, from its page, for the token of its integration. */
export function GuardActions({ scope, name, half, identity }: Props) {
  const isAdminOfAll = useIsAdminOfAll();
  return (
    <Dialogs
      subject={{ environment: scope.environment, name, typedName: "typeName" }}
      identity={identity}
      onTry={(typed) => tryOnceMore(scope, { half, name: typed })}
      onReset={isAdminOfAll ? (typed) => confirmCounterWasReset(scope, { half, name: typed }) : undefined}
    />
  );
}

/** The same for the integration, also before there is a merchant; for administrators of all merchants. */
export function IntegrationGuardActions({ environment, identity }: { environment: string; identity: Identity }) {
  const isAdminOfAll = useIsAdminOfAll();
  if (!isAdminOfAll || identity.state !== "refused") return null;
  return (
    <Dialogs
      subject={{ environment, name: environment, typedName: "typeEnvironment" }}
      identity={identity}
      onTry={(typed) => tryIntegrationOnceMore(environment, typed)}
      onReset={(typed) => confirmIntegrationCounterWasReset(environment, typed)}
    />
  );
}

type Act = (typed: string) => Promise<GuardActionView>;
type DialogsProps = {
  subject: { environment: string; name: string; typedName: "typeName" | "typeEnvironment" };
  identity: Identity;
  onTry: Act;
  onReset: Act | undefined;
};

/** Allows one more attempt while one is left, or confirms that the gateway's counter was reset. */
function Dialogs({ subject, identity, onTry, onReset }: DialogsProps) {
  const { attemptsUsed, attemptsMax, isException } = identity;
  const shared = { ...subject, used: attemptsUsed, most: attemptsMax };
  return (
    <div className="flex flex-wrap gap-2 pt-3">
      {attemptsUsed < attemptsMax ? <GuardDialog {...shared} kind="tryOnceMore" isException={isException} act={onTry} /> : null}
      {onReset ? <GuardDialog {...shared} kind="counterReset" act={onReset} /> : null}
    </div>
  );
}
