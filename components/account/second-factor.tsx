"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Account } from "#lib/contract/session.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { accountQuery, beginSecondFactor, whoAmIQuery } from "#lib/queries/session.ts";
import { DropSecondFactor } from "./drop-second-factor.tsx";
import { EnrolSecondFactor } from "./enrol-second-factor.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Status of the second factor, with actions to enable and disable it. */
export function SecondFactor({ account }: { account: Account }) {
  const t = useTranslations("account.factor");
  const common = useTranslations("common");
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  // Administrators enter production only with a second factor, so the environments that are open may change too.
  const refresh = () => {
    for (const { queryKey } of [accountQuery(), whoAmIQuery()]) void client.invalidateQueries({ queryKey });
  };
  const begin = useMutation({ mutationFn: beginSecondFactor, meta: showsError });
  return (
    <Panel title={t("title")}>
      <div className="flex flex-col items-start gap-3">
        <ErrorNotice title={common("notDone")} error={begin.error} />
        {account.hasSecondFactor ? (
          <StatusMark tone="success">{t("inForce")}</StatusMark>
        ) : (
          <StatusMark tone="warning">{t("notSetUp")}</StatusMark>
        )}
        <p className="text-muted">{account.hasSecondFactor ? t("asked", { count: account.recoveryCodesLeft }) : t("advice")}</p>
        {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
        {begin.data && !codes ? (
          <EnrolSecondFactor
            {...begin.data}
            onConfirmed={(recoveryCodes) => {
              setCodes(recoveryCodes);
              begin.reset();
              refresh();
            }}
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" isPending={begin.isPending} onPress={() => begin.mutate()}>
            {account.hasSecondFactor ? t("setUpAnother") : t("setUp")}
          </Button>
          {account.hasSecondFactor ? <DropSecondFactor onSettled={refresh} /> : null}
        </div>
      </div>
    </Panel>
  );
}
