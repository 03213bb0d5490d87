"use client";

import { confirmCounterWasReset, tryOnceMore } from "#lib/queries/connection.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { GuardDialog } from "./guard-dialog.tsx";
import type { Identity } from "./identity-state.ts";

type Props = { scope: Scope; name: string; half: "token" | "session"; identity: Identity };

/** What an administrator may do about a refused sign-in: the one more try, and saying that the gateway's counter was reset. */
export function GuardActs({ scope, name, half, identity: { attemptsUsed, attemptsMax } }: Props) {
  return (
    <div className="flex flex-wrap gap-2 pt-3">
      {attemptsUsed < attemptsMax ? (
        <GuardDialog
          scope={scope}
          name={name}
          button="Try once more"
          act={(typed) => tryOnceMore(scope, { half, name: typed })}
          warning={`${attemptsUsed} of ${attemptsMax} used; a third failure would lock the account at the gateway. This sends one attempt, now. If it is refused, nothing more is sent until the gateway confirms that its counter was reset.`}
        />
      ) : null}
      <GuardDialog
        scope={scope}
        name={name}
        button="The gateway's counter was reset"
        act={(typed) => confirmCounterWasReset(scope, { half, name: typed })}
        warning={`Only when the gateway itself confirmed that it counts from zero again. ${attemptsUsed} of ${attemptsMax} are used here; if that is not so at the gateway, the next failures lock the account. Nothing is sent by this.`}
      />
    </div>
  );
}
