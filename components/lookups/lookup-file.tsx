"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FileDrop } from "#components/table-file/file-drop.tsx";
import { fileMegabytesMax, readFileText, TableFileError } from "#components/table-file/read-table-file.ts";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";

/** Takes a file whose references are added; it is read here and never sent as a file. */
export function LookupFile({ onText }: { onText: (text: string) => Promise<void> }) {
  const t = useTranslations("lookups.file");
  const reading = useMutation({
    mutationFn: async (file: File) => onText(await readFileText(file, sharedReferencesMax)),
    retry: false,
  });
  const { error } = reading;
  const reason = error instanceof TableFileError && error.reason === "too_large" ? "too_large" : "unreadable";
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        {...{ label: t("choose"), hint: t("drop"), readingLabel: t("reading") }}
        onFile={(file) => reading.mutate(file)}
        isReading={reading.isPending}
      />
      {error === null ? null : (
        <p role="alert" className="text-(--tone-danger)">
          {t(`problems.${reason}`, { megabytes: fileMegabytesMax })}
        </p>
      )}
    </div>
  );
}
