"use client";

import { Button, Dropdown, Label, toast } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import Download from "lucide-react/dist/esm/icons/download.mjs";
import { useRef, useState } from "react";
import { downloadFile, saveFile } from "#lib/queries/download.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

type Props = {
  /** Where the file is made, of what `toBody` says together with the format. */
  path: string;
  toBody: () => object;
  label: string;
};

const megabyte = 1_048_576;

/** Writes what is listed or selected into a file, shows how much has come, and can be stopped. */
export function ExportMenu({ path, toBody, label }: Props) {
  const { data: me } = useQuery(whoAmIQuery());
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const mutation = useMutation({
    mutationFn: (format: "csv" | "xlsx") => {
      stop.current = new AbortController();
      setBytes(0);
      return downloadFile(path, { body: { ...toBody(), format }, signal: stop.current.signal, onProgress: setBytes });
    },
    onSuccess: (file) => {
      saveFile(file);
      toast.success(`${file.fileName} is written`);
    },
    onError: (error) => (stop.current?.signal.aborted ? toast("The export was stopped") : toast.danger(error.message)),
  });
  if (me === undefined || me.staff.role === "viewer") return null;
  if (mutation.isPending) {
    return (
      <div className="flex items-center gap-2">
        <p role="status" className="text-muted tabular-nums">
          Exporting, {(bytes / megabyte).toFixed(1)} MB
        </p>
        <Button size="sm" variant="secondary" onPress={() => stop.current?.abort()}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <Dropdown>
      <Button size="sm" variant="secondary">
        <Download aria-hidden="true" className="size-4" />
        {label}
      </Button>
      <Dropdown.Popover placement="bottom end">
        <Dropdown.Menu aria-label={label} onAction={(key) => mutation.mutate(key === "xlsx" ? "xlsx" : "csv")}>
          <Dropdown.Item id="csv" textValue="As CSV">
            <Label>As CSV</Label>
          </Dropdown.Item>
          <Dropdown.Item id="xlsx" textValue="As XLSX">
            <Label>As XLSX</Label>
          </Dropdown.Item>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
