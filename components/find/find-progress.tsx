"use client";

import { Alert, ProgressBar } from "@heroui/react";
import { MerchantName } from "#components/merchant-name.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { AskedMerchant, Finding } from "#lib/queries/find.ts";

const states: Record<AskedMerchant["state"], { tone: Tone; text: string }> = {
  waiting: { tone: "neutral", text: "Waiting" },
  asking: { tone: "active", text: "Asking" },
  searched: { tone: "success", text: "Searched" },
  not_searched: { tone: "warning", text: "Not searched" },
};

/** How far each merchant's gateway is; once all were asked, those that were not searched and why. */
export function FindProgress({ finding: { asked, isDone } }: { finding: Finding }) {
  if (asked.length === 0) return null;
  const answered = asked.filter(({ state }) => state === "searched" || state === "not_searched").length;
  const text = `${answered} of ${asked.length} merchants' gateways asked`;
  if (isDone) return <NotSearched merchants={asked.filter(({ state }) => state === "not_searched")} />;
  return (
    <section
      aria-label="The search at the gateways"
      className="flex flex-col gap-2 rounded-lg border border-border bg-surface p-4"
    >
      <p role="status">Nothing here fits exactly. {text}.</p>
      <ProgressBar size="sm" aria-label={text} value={answered} maxValue={asked.length}>
        <ProgressBar.Track>
          <ProgressBar.Fill />
        </ProgressBar.Track>
      </ProgressBar>
      <ul className="grid gap-x-6 gap-y-1 pt-1 sm:grid-cols-2 xl:grid-cols-3">
        {asked.map(({ merchant, state, reason }) => (
          <li key={merchant} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <MerchantName slug={merchant} />
            <StatusMark tone={states[state].tone}>{states[state].text}</StatusMark>
            {reason === null ? null : <span className="w-full text-muted text-sm">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotSearched({ merchants }: { merchants: readonly AskedMerchant[] }) {
  if (merchants.length === 0) return null;
  return (
    <Alert status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Not every merchant could be asked</Alert.Title>
        <Alert.Description>
          {merchants.map(({ merchant, reason }) => (
            <span key={merchant} className="block">
              <strong>
                <MerchantName slug={merchant} />
              </strong>
              : {reason}
            </span>
          ))}
        </Alert.Description>
      </Alert.Content>
    </Alert>
  );
}
