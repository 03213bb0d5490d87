"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { FileDrop } from "#components/table-file/file-drop.tsx";
import { fileMegabytesMax, readTableFile, readTableText, TableFileError } from "#components/table-file/read-table-file.ts";
import { X } from "#components/ui/icons.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { FileLine } from "#lib/core/shop-orders/order-file.ts";
import { ordersMax } from "#lib/core/shop-orders/verdicts.ts";
import { showsError } from "#lib/queries/failed-changes.ts";

/** The orders and a line of headings. */
const linesMax = ordersMax + 1;

type Props = {
  /** Of the file that was read; null for pasted text, undefined before any. */
  name: string | null | undefined;
  onRead: (lines: readonly FileLine[], name: string | null) => void;
  onRemove: () => void;
};

/** Takes the orders: a file that is dropped or chosen, or pasted text. It is read here, and nothing but orders is sent. */
export function OrderSource({ name, onRead, onRemove }: Props) {
  const t = useTranslations("orderCheck.source");
  const [text, setText] = useState("");
  const reading = useMutation({
    meta: showsError,
    mutationFn: (given: File | string) =>
      typeof given === "string" ? readTableText(given, linesMax) : readTableFile(given, linesMax),
    retry: false,
    onSuccess: (lines, given) => onRead(lines, typeof given === "string" ? null : given.name),
  });
  if (name !== undefined) {
    return (
      <p className="flex max-w-full items-center gap-2 self-end justify-self-start rounded-md border border-border bg-surface py-1 pr-1 pl-3">
        <span className="min-w-0 truncate">{name ?? t("pasted")}</span>
        <IconButton label={t("remove")} onPress={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </p>
    );
  }
  const { error } = reading;
  const limits = { megabytes: fileMegabytesMax, count: ordersMax };
  const problem =
    error === null ? undefined : error instanceof TableFileError ? { reason: error.reason, line: error.line } : null;
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        {...{ label: t("choose"), hint: t("drop"), readingLabel: t("reading") }}
        onFile={(file) => reading.mutate(file)}
        isReading={reading.isPending}
      />
      {problem === undefined ? null : (
        <p role="alert" className="text-(--tone-danger)">
          {problem === null ? t("problems.sheet_unreadable") : t(`problems.${problem.reason}`, { ...limits, line: problem.line })}
        </p>
      )}
      <TextInput
        label={t("paste")}
        hint={t("pasteHint")}
        isMultiline
        isOptional
        maxLength={26_000_000}
        value={text}
        onChange={setText}
      />
      {text.trim() === "" ? null : (
        <Button variant="secondary" className="self-start" isPending={reading.isPending} onPress={() => reading.mutate(text)}>
          {t("read")}
        </Button>
      )}
    </div>
  );
}
