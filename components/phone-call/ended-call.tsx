"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { saveFile } from "#lib/queries/download.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { PhoneCall } from "./call-store.ts";
import { fetchCallBundle } from "./write-notes.ts";

/** After a call: its notes are written, and one support bundle of all its records is offered. */
export function EndedCall({ call }: { call: PhoneCall }) {
  const t = useTranslations("phoneCall");
  const common = useTranslations("common");
  const mutation = useMutation({ mutationFn: async () => saveFile(await fetchCallBundle(call)), meta: showsError });
  return (
    <>
      <Modal.Body className="flex flex-col gap-3">
        <ErrorNotice title={t("bundleFailed")} error={mutation.error} />
        <p role="status">{t("written", { count: call.records.length })}</p>
      </Modal.Body>
      <Modal.Footer className="flex-wrap">
        <Button variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate()}>
          {t("download")}
        </Button>
        <Button slot="close">{common("close")}</Button>
      </Modal.Footer>
    </>
  );
}
