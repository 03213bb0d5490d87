"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { ReceiverFault as Fault } from "#lib/contract/receiver-fault.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { endReceiverFault, receiverFaultQuery } from "#lib/queries/receiver-fault.ts";
import { ReceiverFaultForm } from "./receiver-fault-form.tsx";

/** In the sandbox: lets the merchant's URL_Notify fail on purpose, says plainly while it does, and ends it. */
export function ReceiverFault({ scope, mayChange }: { scope: Scope; mayChange: boolean }) {
  const t = useTranslations("endpoints");
  const query = useQuery(receiverFaultQuery(scope));
  return (
    <Loaded query={query} failedTitle={t("onPurpose.failed")} loading={null}>
      {({ fault }) => (
        <>
          <div role="status">{fault ? <Active scope={scope} fault={fault} mayChange={mayChange} /> : null}</div>
          {fault === null && mayChange ? <ReceiverFaultForm scope={scope} /> : null}
        </>
      )}
    </Loaded>
  );
}

function Active({ scope, fault, mayChange }: { scope: Scope; fault: NonNullable<Fault["fault"]>; mayChange: boolean }) {
  const t = useTranslations("endpoints");
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    mutationFn: () => endReceiverFault(scope),
    onSettled: () => client.invalidateQueries({ queryKey: receiverFaultQuery(scope).queryKey }),
  });
  const { kind, left, endsAt } = fault;
  return (
    <>
      <Notice
        status="warning"
        title={t(`onPurpose.active.${kind}`)}
        action={
          mayChange ? (
            <Button size="sm" variant="secondary" isPending={isPending} onPress={() => mutate()}>
              {t("onPurpose.end")}
            </Button>
          ) : null
        }
      >
        {t.rich("onPurpose.left", {
          left,
          at: () => <Timestamp at={endsAt} precision="row" />,
          link: (text) => (
            <Link
              className="text-accent underline underline-offset-2"
              href={`/${scope.environment}/${scope.merchant}/notifications/money-back`}
            >
              {text}
            </Link>
          ),
        })}
      </Notice>
      <ErrorNotice title={t("onPurpose.notChanged")} error={error} />
    </>
  );
}
