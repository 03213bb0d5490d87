"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { ConnectionCheckView } from "#lib/contract/connection.ts";
import { checkConnection } from "#lib/queries/connection.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Step = ConnectionCheckView["steps"][number];

const names: Record<Step["step"], string> = {
  resolve: "The name resolves",
  tls: "TLS",
  token: "Token of the integration",
  session: "Session of the merchant",
  list: "One list call",
};
const states: Record<Step["state"], { tone: Tone; text: string }> = {
  works: { tone: "success", text: "Works" },
  failed: { tone: "danger", text: "Failed" },
  skipped: { tone: "neutral", text: "Skipped" },
};

/** The way to the gateway, step by step, each with its time. */
export function ConnectionCheck({ scope }: { scope: Scope }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => checkConnection(scope),
    onSettled: () => client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const run = (
    <Button size="sm" variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate()}>
      Check the connection
    </Button>
  );
  return (
    <Panel title="Check" action={run}>
      <p className="text-muted">
        It uses what is held. Where nothing is held it signs in as any call would, and may use the one automatic attempt of
        credentials that were never tried; refused ones are not sent again.
      </p>
      {mutation.isError ? <ErrorNotice title="The check could not be run" error={mutation.error} /> : null}
      {mutation.data ? (
        <ol aria-label="Steps of the check" className="flex flex-col gap-1 pt-3">
          {mutation.data.steps.map(({ step, state, ms, words }) => (
            <li key={step} className="flex flex-wrap items-baseline gap-x-3">
              <span className="w-24">
                <StatusMark tone={states[state].tone}>{states[state].text}</StatusMark>
              </span>
              <span className="w-52">{names[step]}</span>
              <span className="w-16 text-right text-muted tabular-nums">{state === "skipped" ? "" : `${ms} ms`}</span>
              <span className="min-w-0 wrap-anywhere text-muted">{words}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </Panel>
  );
}
