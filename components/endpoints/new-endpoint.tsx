"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { createEndpoint, endpointsQuery } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";

export function NewEndpoint({ scope, sid: knownSid }: { scope: Scope; sid: string }) {
  const t = useTranslations("endpoints");
  const [sid, setSid] = useState(knownSid);
  const [certificate, setCertificate] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => createEndpoint(scope, { sid, certificates: certificate.trim() === "" ? [] : [certificate] }),
    onSuccess: () => setCertificate(""),
    onSettled: () => client.invalidateQueries({ queryKey: endpointsQuery(scope).queryKey }),
  });
  return (
    <Panel title={t("create.title")}>
      <Form className="flex max-w-xl flex-col items-start gap-3" onSubmit={() => mutation.mutate()} noValidate>
        <ErrorNotice title={t("create.failed")} error={mutation.error} />
        <TextInput label={t("create.sid")} value={sid} onChange={setSid} maxLength={15} />
        <TextInput label={t("create.certificate")} isMultiline maxLength={16_384} value={certificate} onChange={setCertificate} />
        <Button type="submit" variant="secondary" isPending={mutation.isPending}>
          {t("create.action")}
        </Button>
      </Form>
    </Panel>
  );
}
