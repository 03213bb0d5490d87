"use client";

import { Button, Spinner } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { X } from "#components/ui/icons.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { FileLine } from "#lib/core/shop-orders/order-file.ts";
import { ordersMax } from "#lib/core/shop-orders/verdicts.ts";
import { fileMegabytesMax, OrderFileError, readOrderFile, readOrderText } from "./read-order-file.ts";

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
    mutationFn: (given: File | string) => (typeof given === "string" ? readOrderText(given) : readOrderFile(given)),
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
    error === null ? undefined : error instanceof OrderFileError ? { reason: error.reason, line: error.line } : null;
  return (
    <div className="flex flex-col gap-3">
      <DropArea onFile={(file) => reading.mutate(file)} isReading={reading.isPending} />
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

type DropProps = { onFile: (file: File) => void; isReading: boolean };

function DropArea({ onFile, isReading }: DropProps) {
  const t = useTranslations("orderCheck.source");
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a further way beside the button
    <div
      onDrop={onDrop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      className={`flex flex-wrap items-center gap-3 rounded-lg border border-dashed p-4 ${isOver ? "border-accent bg-surface" : "border-(--field-border)"}`}
    >
      <Button variant="secondary" isPending={isReading} onPress={() => input.current?.click()}>
        {isReading ? <Spinner size="sm" aria-label={t("reading")} /> : null}
        {t("choose")}
      </Button>
      <p className="text-muted">{t("drop")}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        aria-label={t("choose")}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = "";
        }}
      />
    </div>
  );
}
