"use client";

import { useQuery } from "@tanstack/react-query";
import { confirmCounterWasReset, tryOnceMore } from "#lib/queries/connection.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { GuardDialog } from "./guard-dialog.tsx";
import type { Identity } from "./identity-state.ts";

type Props = { scope: Scope; name: string; half: "token" | "session"; identity: Identity };

/** Administrator actions for a refused sign-in: allow one more attempt, or confirm that the gateway's counter was reset. */
export function GuardActions({ scope, name, half, identity: { attemptsUsed, attemptsMax, isException } }: Props) {
  const { data: me } = useQuery(whoAmIQuery());
  return (
    <div className="flex flex-wrap gap-2 pt-3">
      {attemptsUsed < attemptsMax ? (
        <GuardDialog
          scope={scope}
          name={name}
          kind="tryOnceMore"
          isException={isException}
          act={(typed) => tryOnceMore(scope, { half, name: typed })}
          used={attemptsUsed}
          most={attemptsMax}
        />
      ) : null}
      {me === undefined || me.staff.isLimited ? null : (
        <GuardDialog
          scope={scope}
          name={name}
          kind="counterReset"
          act={(typed) => confirmCounterWasReset(scope, { half, name: typed })}
          used={attemptsUsed}
          most={attemptsMax}
        />
      )}
    </div>
  );
}
