"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "#components/ui/loaded.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { accountQuery } from "#lib/queries/session.ts";
import { ChangePassword } from "./change-password.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** The user's own account: password, second factor and sessions. */
export function AccountPage() {
  const t = useTranslations("account");
  const query = useQuery(accountQuery());
  return (
    <Loaded query={query} failedTitle={t("failed")} loading={<RowsSkeleton rows={8} label={t("loading")} />}>
      {(account) => (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <SecondFactor account={account} />
          <ChangePassword />
          <div className="xl:col-span-2">
            <Sessions account={account} />
          </div>
        </div>
      )}
    </Loaded>
  );
}
