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

type Props = { scope: Scope; name: string; half: "token" | "session"; identity: Identity };

/** Administrator actions for a merchant's refused sign-in, or, from its page, for the token of its integration. */
export function GuardActions({ scope, name, half, identity }: Props) {
  const { data: me } = useQuery(whoAmIQuery());
  return (
    <Dialogs
      subject={{ environment: scope.environment, name, typedName: "typeName" }}
      identity={identity}
      onTry={(typed) => tryOnceMore(scope, { half, name: typed })}
      onReset={
        me === undefined || me.staff.isLimited ? undefined : (typed) => confirmCounterWasReset(scope, { half, name: typed })
      }
    />
  );
}

/** The same for the integration, also before there is a merchant; for administrators of all merchants. */
export function IntegrationGuardActions({ environment, identity }: { environment: string; identity: Identity }) {
  const { data: me } = useQuery(whoAmIQuery());
  if (me?.staff.role !== "admin" || me.staff.isLimited || identity.state !== "refused") return null;
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
