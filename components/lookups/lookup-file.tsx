"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FileDrop } from "#components/table-file/file-drop.tsx";
import { fileMegabytesMax, TableFileError } from "#components/table-file/read-table-file.ts";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { readLookupFile } from "./read-lookup-file.ts";

type Props = { onText: (text: string) => Promise<void>; onReferences: (references: readonly string[]) => void };

/** Takes a file whose references are added; it is read here and never sent as a file. */
export function LookupFile({ onText, onReferences }: Props) {
  const t = useTranslations("lookups.file");
  const reading = useMutation({
    meta: showsError,
    mutationFn: async (file: File) => {
      const read = await readLookupFile(file);
      return "text" in read ? onText(read.text) : onReferences(read.references);
    },
    retry: false,
  });
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        {...{ label: t("choose"), hint: t("drop"), readingLabel: t("reading") }}
        onFile={(file) => reading.mutate(file)}
        isReading={reading.isPending}
      />
      {reading.error === null ? null : <FileProblem error={reading.error} />}
    </div>
  );
}

/** Why a file was not taken. */
export function FileProblem({ error }: { error: unknown }) {
  const t = useTranslations("lookups.file.problems");
  const { reason, line } = error instanceof TableFileError ? error : new TableFileError("sheet_unreadable");
  return (
    <p role="alert" className="text-(--tone-danger)">
      {t(reason, { megabytes: fileMegabytesMax, count: sharedReferencesMax, line })}
    </p>
  );
}
