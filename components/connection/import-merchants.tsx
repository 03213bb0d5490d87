"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { importMerchants } from "#lib/queries/connection.ts";
import { ImportLines } from "./import-lines.tsx";

/** Merchants from a CSV file: first what each line would do, then doing it; all lines or none. */
export function ImportMerchants({ environment }: { environment: string }) {
  const t = useTranslations("connection");
  const common = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  const [csv, setCsv] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (dryRun: boolean) => importMerchants(environment, { csv, dryRun }),
    onSuccess: ({ stored, lines }) => {
      if (!stored) return;
      toast.success(t("import.stored", { count: lines.length }));
      setCsv("");
      setOpen(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [environment] }),
  });
  const change = (text: string) => {
    setCsv(text);
    mutation.reset();
  };
  const isReady = mutation.data?.lines.every(({ outcome }) => outcome !== "refused") ?? false;
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button variant="secondary">{t("import.open")}</Button>
      <Modal.Backdrop>
        <Modal.Container size="lg">
          <Modal.Dialog>
            <Modal.CloseTrigger aria-label={common("close")} />
            <Modal.Header>
              <Modal.Heading>{t("import.title")}</Modal.Heading>
            </Modal.Header>
            <Modal.Body className="flex flex-col gap-3">
              <p className="text-muted">
                {t.rich("import.about", { columns: (names) => <code className="reference">{names}</code> })}
              </p>
              <input
                type="file"
                accept=".csv,text/csv,text/plain"
                aria-label={t("import.choose")}
                onChange={async (event) => change((await event.target.files?.[0]?.text()) ?? "")}
              />
              <TextInput label={t("import.paste")} value={csv} onChange={change} isMultiline maxLength={900_000} />
              {mutation.isError ? <ErrorNotice title={t("import.failed")} error={mutation.error} /> : null}
              {mutation.data ? <ImportLines lines={mutation.data.lines} /> : null}
            </Modal.Body>
            <Modal.Footer>
              <Button
                variant="secondary"
                isPending={mutation.isPending}
                isDisabled={csv === ""}
                onPress={() => mutation.mutate(true)}
              >
                {t("import.tryOut")}
              </Button>
              <Button isPending={mutation.isPending} isDisabled={!isReady} onPress={() => mutation.mutate(false)}>
                {t("import.store")}
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
