"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { downloadFile, saveFile } from "#lib/queries/download.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { Download } from "./icons.tsx";
import { toast } from "./toast.ts";

type Props = {
  /** Address that creates the file from the result of `toBody` and the format. */
  path: string;
  toBody: () => object | Promise<object>;
  label: string;
  /** Rows are selected that the file does not stop at: the button then says that it exports all that match. */
  ignoresSelection?: boolean;
  /** Rows are missing from the list, and so from the file. */
  isPartial?: boolean;
};

const megabyte = 1_048_576;
const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** Exports the listed or selected rows to a file, with progress and a cancel button. */
export function ExportMenu({ path, toBody, ignoresSelection = false, isPartial = false, ...props }: Props) {
  const t = useTranslations("table.export");
  const label = ignoresSelection ? t("matching") : props.label;
  const format = useFormatter();
  const { data: me } = useQuery(whoAmIQuery());
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: async (fileType: "csv" | "xlsx") => {
      const controller = new AbortController();
      stop.current = controller;
      setBytes(0);
      const body = { ...(await toBody()), format: fileType };
      return downloadFile(path, { body, signal: controller.signal, onProgress: setBytes });
    },
    onSuccess: (file) => {
      saveFile(file);
      toast.success(t(isPartial ? "writtenPartly" : "written", { file: file.fileName }));
    },
    onError: () => {
      if (stop.current?.signal.aborted) toast(t("stopped"));
    },
  });
  if (me === undefined || me.staff.role === "viewer") return null;
  if (mutation.isPending) {
    return (
      <div className="flex items-center gap-2">
        <p role="status" className="text-muted tabular-nums">
          {t("progress", { megabytes: format.number(bytes / megabyte, oneDigit) })}
        </p>
        <Button size="sm" variant="secondary" onPress={() => stop.current?.abort()}>
          {t("stop")}
        </Button>
      </div>
    );
  }
  return (
    <Dropdown>
      <Button size="sm" variant="secondary">
        <Download aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">{label}</span>
      </Button>
      <Dropdown.Popover placement="bottom end">
        <Dropdown.Menu aria-label={label} onAction={(key) => mutation.mutate(key === "xlsx" ? "xlsx" : "csv")}>
          <Dropdown.Item id="csv" textValue={t("csv")}>
            <Label>{t("csv")}</Label>
          </Dropdown.Item>
          <Dropdown.Item id="xlsx" textValue={t("xlsx")}>
            <Label>{t("xlsx")}</Label>
          </Dropdown.Item>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
