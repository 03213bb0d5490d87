"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { importMerchants } from "#lib/queries/connection.ts";
import { ImportLines } from "./import-lines.tsx";

/** Merchants from a CSV file: first what each line would do, then doing it; all lines or none. */
export function ImportMerchants({ environment }: { environment: string }) {
  const [isOpen, setOpen] = useState(false);
  const [csv, setCsv] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (dryRun: boolean) => importMerchants(environment, { csv, dryRun }),
    onSuccess: ({ stored, lines }) => {
      if (!stored) return;
      toast.success(`${lines.length} merchants were stored; nothing was sent to the gateway`);
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
      <Button variant="secondary">Bring many from a CSV file</Button>
      <Modal.Backdrop>
        <Modal.Container size="lg">
          <Modal.Dialog>
            <Modal.CloseTrigger />
            <Modal.Header>
              <Modal.Heading>Merchants from a CSV file</Modal.Heading>
            </Modal.Header>
            <Modal.Body className="flex flex-col gap-3">
              <p className="text-muted">
                The first line names the columns: <code className="reference">slug,name,clientId,clientSecret,sid</code>
              </p>
              <input
                type="file"
                accept=".csv,text/csv,text/plain"
                aria-label="Choose a CSV file"
                onChange={async (event) => change((await event.target.files?.[0]?.text()) ?? "")}
              />
              <TextInput label="Or paste it" value={csv} onChange={change} isMultiline maxLength={900_000} />
              {mutation.isError ? <ErrorNotice title="This file cannot be read" error={mutation.error} /> : null}
              {mutation.data ? <ImportLines lines={mutation.data.lines} /> : null}
            </Modal.Body>
            <Modal.Footer>
              <Button
                variant="secondary"
                isPending={mutation.isPending}
                isDisabled={csv === ""}
                onPress={() => mutation.mutate(true)}
              >
                Show what it would do
              </Button>
              <Button isPending={mutation.isPending} isDisabled={!isReady} onPress={() => mutation.mutate(false)}>
                Store all
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
