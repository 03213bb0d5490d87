"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDayText } from "#components/language/use-day-text.ts";
import type { Words } from "#components/language/words.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Retention, RetentionPreview } from "#lib/contract/retention.ts";
import { changeRetention, previewRetention, retentionQuery } from "#lib/queries/retention.ts";

export type RetentionItem = Retention["items"][number];

/** Shows how much would be deleted before the setting can be saved. */
export function RetentionForm({ environment, item }: { environment: string; item: RetentionItem }) {
  const t = useTranslations("retention");
  const toDay = useDayText();
  const { kind, leastDays } = item;
  const [days, setDays] = useState(item.days === null ? "" : String(item.days));
  const client = useQueryClient();
  const trial = useMutation({ mutationFn: () => previewRetention(environment, { kind, days: days.trim() }), retry: false });
  const save = useMutation({
    mutationFn: (keepDays: number | null) => changeRetention(environment, { [kind]: keepDays }),
    retry: false,
    onSuccess: (data, keepDays) => {
      client.setQueryData(retentionQuery(environment).queryKey, data);
      toast.success(keepDays === null ? t("form.keptForGood") : t("form.keptFor", { days: keepDays }));
      trial.reset();
      if (keepDays === null) setDays("");
    },
  });
  const [counted] = trial.data?.items ?? [];
  const { problemOf, otherError } = useFieldErrors(trial.error, [kind]);
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => trial.mutate()}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-48">
          <TextInput
            label={t("form.days")}
            hint={t("form.atLeast", { days: leastDays })}
            value={days}
            onChange={(text) => {
              setDays(text);
              trial.reset();
            }}
            problem={problemOf(kind)}
            maxLength={6}
            inputMode="decimal"
            isRequired
          />
        </div>
        <Button type="submit" variant="secondary" isPending={trial.isPending}>
          {t("form.count")}
        </Button>
        {item.days === null ? null : (
          <Button variant="ghost" isPending={save.isPending && save.variables === null} onPress={() => save.mutate(null)}>
            {t("form.keepForGood")}
          </Button>
        )}
      </div>
      {counted ? (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md border border-border p-3">
          <p>{inWords(counted, { t, toDay })}</p>
          <Button
            variant={counted.rows > 0 ? "danger" : "primary"}
            isPending={save.isPending && save.variables !== null}
            onPress={() => save.mutate(counted.days)}
          >
            {t("form.keepFor", { days: counted.days })}
          </Button>
        </div>
      ) : null}
      <ErrorNotice title={t("form.notCounted")} error={otherError} />
      <ErrorNotice title={t("form.notSaved")} error={save.error} />
    </Form>
  );
}

type Counted = RetentionPreview["items"][number];

function inWords(counted: Counted, { t, toDay }: { t: Words<"retention">; toDay: (day: string) => string }): string {
  const { rows, firstDay, months } = counted;
  const keptFrom = toDay(counted.keptFrom);
  if (rows === 0 || firstDay === null) return t("count.nothing", { keptFrom });
  const gone = { rows, firstDay: toDay(firstDay), keptFrom };
  return months === 0 ? t("count.rows", gone) : t("count.rowsAndMonths", { ...gone, months });
}
