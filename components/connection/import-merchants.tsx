"use client";

import { Button, ProgressBar } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { importMerchants, planImport } from "#lib/queries/connection.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { ImportLines } from "./import-lines.tsx";

/** A text field with megabytes of text would block the page. */
const shownCharacters = 200_000;

/** Imports merchants from a CSV file: a dry run of each line first, then the import; all lines or none. */
export function ImportMerchants({ environment }: { environment: string }) {
  const t = useTranslations("connection");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={t("import.title")}
      trigger={<Button variant="secondary">{t("import.open")}</Button>}
      isOpen={isOpen}
      onOpenChange={setOpen}
      size="lg"
    >
      <ImportForm environment={environment} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function ImportForm({ environment, onDone }: { environment: string; onDone: () => void }) {
  const t = useTranslations("connection");
  const [csv, setCsv] = useState("");
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: (dryRun: boolean) =>
      dryRun
        ? planImport(environment, csv)
        : importMerchants(environment, csv, { onStep: (done, total) => setProgress({ done, total }) }),
    retry: false,
    onSuccess: ({ stored, lines }) => {
      if (!stored) return;
      toast.success(t("import.stored", { count: lines.length }));
      change("");
      onDone();
    },
    onSettled: () => {
      setProgress(undefined);
      void client.invalidateQueries({ queryKey: [environment] });
    },
  });
  const change = (text: string) => {
    setCsv(text);
    mutation.reset();
  };
  const lines = mutation.data?.lines ?? [];
  const isReady = lines.length > 0 && lines.every(({ outcome }) => outcome !== "refused");
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["csv"], {
    csv: csv.trim() === "" && t("import.empty"),
  });
  return (
    <DialogForm
      submitLabel={isReady ? t("import.store", { count: lines.length }) : t("import.tryOut")}
      onSubmit={() => check() && mutation.mutate(!isReady)}
      isPending={mutation.isPending}
      notice={<ErrorNotice title={t("import.failed")} error={otherError} />}
    >
      <p className="text-muted">
        {t.rich("import.about", { columns: (names) => <code className="reference break-words">{names}</code> })}
      </p>
      <input
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={t("import.choose")}
        className="w-full text-muted file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-lg file:bg-default file:px-3 file:font-medium file:text-foreground"
        onChange={async (event) => change((await event.target.files?.[0]?.text()) ?? "")}
      />
      {csv.length > shownCharacters ? (
        <p>{t("import.large", { count: csv.length })}</p>
      ) : (
        <TextInput
          label={t("import.paste")}
          value={csv}
          onChange={change}
          problem={problemOf("csv")}
          isMultiline
          maxLength={24_000_000}
        />
      )}
      {progress ? (
        <ProgressBar aria-label={t("import.progress", progress)} value={progress.done} maxValue={progress.total}>
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
          <span className="text-muted">{t("import.progress", progress)}</span>
        </ProgressBar>
      ) : null}
      {lines.length > 0 ? <ImportLines lines={lines} /> : null}
      {lines.length > 0 && !isReady ? <p role="alert">{t("import.mend")}</p> : null}
    </DialogForm>
  );
}
