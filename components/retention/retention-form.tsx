"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import type { Retention } from "#lib/contract/retention.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { changeRetention, previewRetention, retentionQuery } from "#lib/queries/retention.ts";
import { DeleteRows, useCountedText } from "./delete-rows.tsx";

export type RetentionItem = Retention["items"][number];

/** Shows how much would be deleted before the setting can be saved. */
export function RetentionForm({ environment, item }: { environment: string; item: RetentionItem }) {
  const t = useTranslations("retention");
  const toText = useCountedText();
  const { kind, leastDays } = item;
  const [days, setDays] = useState(item.days === null ? "" : String(item.days));
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const trial = useMutation({
    mutationFn: () => previewRetention(environment, { kind, days: days.trim() }),
    retry: false,
    meta: showsError,
  });
  const showSaved = (data: Retention, keepDays: number | null) => {
    client.setQueryData(retentionQuery(environment).queryKey, data);
    trial.reset();
    setDays(keepDays === null ? "" : String(keepDays));
  };
  const save = useMutation({
    meta: showsError,
    mutationFn: (keepDays: number | null) => changeRetention(environment, { [kind]: keepDays }),
    retry: false,
    onSuccess: (data, keepDays) => {
      const text = keepDays === null ? t("form.keptForGood") : t("form.keptFor", { days: keepDays });
      showUndo(text, async () => showSaved(await changeRetention(environment, { [kind]: item.days }), item.days));
      showSaved(data, keepDays);
    },
  });
  const [counted] = trial.data?.items ?? [];
  const { problemOf, otherError, check } = useFieldErrors(trial.error, [kind], { [kind]: days.trim() === "" });
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => check() && trial.mutate()} noValidate>
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-48">
          <TextInput
            label={t("form.days")}
            hint={t("form.atLeast", { days: leastDays })}
            value={days}
            onChange={(text) => {
              setDays(text);
              trial.reset();
              save.reset();
            }}
            problem={problemOf(kind)}
            maxLength={6}
            inputMode="decimal"
          />
        </div>
        <Button type="submit" variant="secondary" className="mt-6" isPending={trial.isPending}>
          {t("form.count")}
        </Button>
        {item.days === null ? null : (
          <Button
            variant="ghost"
            className="mt-6"
            isPending={save.isPending && save.variables === null}
            onPress={() => save.mutate(null)}
          >
            {t("form.keepForGood")}
          </Button>
        )}
      </div>
      {counted ? (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-md border border-border p-3">
          <p>{toText(counted)}</p>
          {counted.rows === 0 ? (
            <Button isPending={save.isPending} onPress={() => save.mutate(counted.days)}>
              {t("form.saveFor", { days: counted.days })}
            </Button>
          ) : (
            <DeleteRows
              environment={environment}
              counted={counted}
              isPending={save.isPending}
              error={save.error}
              onConfirm={() => save.mutate(counted.days)}
            />
          )}
        </div>
      ) : null}
      <ErrorNotice title={t("form.notCounted")} error={otherError} />
      {counted && counted.rows > 0 ? null : <ErrorNotice title={t("form.notSaved")} error={save.error} />}
    </Form>
  );
}
