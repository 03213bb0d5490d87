"use client";

import { Button, Spinner } from "@heroui/react";
import { type DragEvent, useRef, useState } from "react";

type Props = {
  /** Of the button. */
  label: string;
  /** What may be dropped here. */
  hint: string;
  readingLabel: string;
  onFile: (file: File) => void;
  isReading: boolean;
};

/** Takes a CSV, text or XLSX file that is dropped or chosen. */
export function FileDrop({ label, hint, readingLabel, onFile, isReading }: Props) {
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
        {isReading ? <Spinner size="sm" aria-label={readingLabel} /> : null}
        {label}
      </Button>
      <p className="text-muted">{hint}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        aria-label={label}
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
