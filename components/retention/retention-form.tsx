"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { RetentionPreview } from "#lib/contract/retention.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { changeRetention, previewRetention, retentionQuery } from "#lib/queries/retention.ts";
import type { RetentionItem } from "./retention-panel.tsx";

/** Counts what would go before anything can be saved. */
export function RetentionForm({ environment, item }: { environment: string; item: RetentionItem }) {
  const { kind, leastDays } = item;
  const [days, setDays] = useState(item.days === null ? "" : String(item.days));
  const client = useQueryClient();
  const trial = useMutation({ mutationFn: () => previewRetention(environment, { kind, days: days.trim() }), retry: false });
  const save = useMutation({
    mutationFn: (kept: number | null) => changeRetention(environment, { [kind]: kept }),
    retry: false,
    onSuccess: (data, kept) => {
      client.setQueryData(retentionQuery(environment).queryKey, data);
      toast.success(kept === null ? "Kept for good" : `Kept for ${kept} days`);
      trial.reset();
      if (kept === null) setDays("");
    },
  });
  const [counted] = trial.data?.items ?? [];
  const fields = trial.error instanceof ApiError ? trial.error.fields : [];
  const problem = fields.find(({ field }) => field === kind)?.message;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        trial.mutate();
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-48">
          <TextInput
            label="Keep for days"
            hint={`At least ${leastDays}`}
            value={days}
            onChange={(text) => {
              setDays(text);
              trial.reset();
            }}
            problem={problem}
            maxLength={6}
            inputMode="decimal"
            isRequired
          />
        </div>
        <Button type="submit" variant="secondary" isPending={trial.isPending}>
          Count what would go
        </Button>
        {item.days === null ? null : (
          <Button variant="ghost" isPending={save.isPending && save.variables === null} onPress={() => save.mutate(null)}>
            Keep for good
          </Button>
        )}
      </div>
      {counted ? (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md border border-border p-3">
          <p>{inWords(counted)}</p>
          <Button
            variant={counted.rows > 0 ? "danger" : "primary"}
            isPending={save.isPending && save.variables !== null}
            onPress={() => save.mutate(counted.days)}
          >
            Keep for {counted.days} days
          </Button>
        </div>
      ) : null}
      {trial.isError && problem === undefined ? <ErrorNotice title="This was not counted" error={trial.error} /> : null}
      {save.isError ? <ErrorNotice title="This was not saved" error={save.error} /> : null}
    </form>
  );
}

function inWords({ rows, firstDay, keptFrom, months }: RetentionPreview["items"][number]): string {
  if (rows === 0 || firstDay === null) return `Nothing is older than ${keptFrom}: nothing would go now.`;
  const whole = months === 0 ? "" : ` ${months.toLocaleString("en")} whole ${months === 1 ? "month goes" : "months go"} at once.`;
  return `${rows.toLocaleString("en")} rows from ${firstDay} up to ${keptFrom} would go with the next run.${whole}`;
}
