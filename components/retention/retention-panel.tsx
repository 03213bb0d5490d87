"use client";

import { Fact } from "#components/connection/fact.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Retention, RetentionKind } from "#lib/contract/retention.ts";
import { RetentionForm } from "./retention-form.tsx";
import { RetentionRuns } from "./retention-runs.tsx";

export type RetentionItem = Retention["items"][number];

const titles: Record<RetentionKind, string> = {
  transactions: "Mirrored transactions",
  notifications: "Received notifications",
  audit: "Audit",
};

const hints: Record<RetentionKind, string> = {
  transactions: "The mirror does not read removed days again, and a comparison with the gateway leaves them out.",
  notifications:
    "What belongs to a notification goes with it: its text, its search words, what was passed on. Sent again, it is still known and answered OK.",
  audit: "One audit for all environments: this counts everywhere. A signed statement of what went stays behind.",
};

/** One kind: what there is, for how long it is kept, and the latest removals. */
export function RetentionPanel({ environment, item }: { environment: string; item: RetentionItem }) {
  const { kind, days, keptFrom, rows, firstDay, changedAt, changedBy, lastRunAt, runs } = item;
  return (
    <Panel title={titles[kind]}>
      <p className="max-w-prose pb-3 text-muted">{hints[kind]}</p>
      <dl className="flex flex-col gap-1 pb-3">
        <Fact name="Kept" value={days === null ? "For good" : `${days.toLocaleString("en")} days`} />
        <Fact
          name="Held now"
          value={firstDay === null ? "Nothing" : `${rows.toLocaleString("en")} rows, the oldest of ${firstDay}`}
        />
        {keptFrom === null ? null : <Fact name="Removed before" value={keptFrom} />}
        {changedAt === null ? null : (
          <Fact
            name="Set"
            value={
              <>
                <Timestamp at={changedAt} /> by {changedBy}
              </>
            }
          />
        )}
        {lastRunAt === null ? null : <Fact name="Last looked for" value={<Timestamp at={lastRunAt} />} />}
      </dl>
      <RetentionForm environment={environment} item={item} />
      <RetentionRuns kind={kind} runs={runs} />
    </Panel>
  );
}
