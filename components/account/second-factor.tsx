"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Account } from "#lib/contract/session.ts";
import { accountQuery, beginSecondFactor, dropSecondFactor } from "#lib/queries/session.ts";
import { EnrolSecondFactor } from "./enrol-second-factor.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Whether codes are asked for, setting them up, and giving them up. */
export function SecondFactor({ account }: { account: Account }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = () => client.invalidateQueries({ queryKey: accountQuery().queryKey });
  const begin = useMutation({ mutationFn: beginSecondFactor });
  const drop = useMutation({
    mutationFn: dropSecondFactor,
    onSuccess: () => toast.success("Codes are no longer asked for"),
    onSettled: refresh,
  });
  const problem = begin.error ?? drop.error;
  return (
    <Panel title="Second factor">
      <div className="flex flex-col items-start gap-3">
        {problem ? <ErrorNotice title="This was not done" error={problem} /> : null}
        {account.hasSecondFactor ? (
          <StatusMark tone="success">In force</StatusMark>
        ) : (
          <StatusMark tone="warning">Not set up</StatusMark>
        )}
        <p className="text-muted">
          {account.hasSecondFactor
            ? `A code is asked for at every sign-in. ${account.recoveryCodesLeft} recovery codes are left.`
            : "A code from an authenticator app, asked for at every sign-in. Administrators reach production only with one."}
        </p>
        {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
        {begin.data && !codes ? (
          <EnrolSecondFactor
            {...begin.data}
            onConfirmed={(recoveryCodes) => {
              setCodes(recoveryCodes);
              begin.reset();
              void refresh();
            }}
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" isPending={begin.isPending} onPress={() => begin.mutate()}>
            {account.hasSecondFactor ? "Set up another app" : "Set up"}
          </Button>
          {account.hasSecondFactor ? (
            <Button variant="danger-soft" isPending={drop.isPending} onPress={() => drop.mutate()}>
              Give up the second factor
            </Button>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
