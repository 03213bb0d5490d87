"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { Fact } from "#components/connection/fact.tsx";
import { useSay } from "#components/language/say.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Announced } from "#components/ui/announced.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Profile } from "#lib/contract/profile.ts";
import { errorCodes, errorMessage } from "#lib/core/errors.ts";
import { givenName } from "#lib/core/given-name.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { gatewayProfileQuery, probeGateway } from "#lib/queries/gateway-profile.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Probe = Profile["probe"] & {};
type Props = { scope: Scope; probe: Profile["probe"]; mayAsk: boolean };

/** When and how the gateway was last probed, and a button to probe it. */
export function ProbePanel({ scope, probe, mayAsk }: Props) {
  const t = useTranslations("profile.probe");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => probeGateway(scope),
    retry: false,
    onSuccess: (profile) => client.setQueryData(gatewayProfileQuery(scope).queryKey, profile),
  });
  return (
    <Panel
      title={t("title")}
      action={
        mayAsk ? (
          <Button
            size="sm"
            variant="secondary"
            isPending={mutation.isPending || probe?.isRunning === true}
            onPress={() => mutation.mutate()}
          >
            {t("ask")}
          </Button>
        ) : null
      }
    >
      {probe ? <ProbeFacts probe={probe} /> : <p>{t("never")}</p>}
      {mutation.isError ? (
        <div className="pt-3">
          <ErrorNotice title={t("failed")} error={mutation.error} />
        </div>
      ) : null}
    </Panel>
  );
}

function ProbeFacts({ probe }: { probe: Probe }) {
  const t = useTranslations("profile.probe");
  const { number } = useFormatter();
  const say = useSay();
  const { state, tone } = stateOf(probe);
  const problem = errorCodes.find((code) => code === probe.problem);
  return (
    <>
      <dl className="flex flex-col gap-1">
        <Fact name={t("startedAt")} value={<Timestamp at={probe.startedAt} precision="row" />} />
        <Fact name={t("requestedBy")} value={probe.requestedBy === null ? t("byItself") : say(givenName(probe.requestedBy))} />
        {probe.merchant === null ? null : <Fact name={t("merchant")} value={<MerchantName slug={probe.merchant} />} />}
        {probe.isRunning ? null : <Fact name={t("calls")} value={number(probe.calls)} />}
        <Fact name={t("result")} value={<StatusMark tone={tone}>{t(`states.${state}`)}</StatusMark>} />
        {problem === undefined ? null : <Fact name={t("reason")} value={say(errorMessage(problem))} />}
      </dl>
      <Announced text={`${t("title")}: ${t(`states.${state}`)}`} />
    </>
  );
}

/** A run that neither ended nor is running was interrupted when its process ended. */
function stateOf({ isRunning, endedAt, problem }: Probe): { state: "running" | "lost" | "ended" | "done"; tone: Tone } {
  if (isRunning) return { state: "running", tone: "active" };
  if (endedAt === null) return { state: "lost", tone: "warning" };
  return problem === null ? { state: "done", tone: "success" } : { state: "ended", tone: "warning" };
}
