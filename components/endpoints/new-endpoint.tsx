"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { createEndpoint, endpointsQuery } from "#lib/queries/endpoints.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Props = { scope: Scope; sid: string; isFurther: boolean };

/** `isFurther`: the merchant has one already, so that the form opens only where it is wanted, for another SID. */
export function NewEndpoint({ isFurther, ...props }: Props) {
  const t = useTranslations("endpoints.create");
  if (!isFurther) {
    return (
      <Panel title={t("title")}>
        <NewEndpointForm {...props} />
      </Panel>
    );
  }
  return (
    <Disclosure title={t("title")}>
      <p className="mb-3 text-muted">{t("another")}</p>
      <NewEndpointForm {...props} sid="" />
    </Disclosure>
  );
}

function NewEndpointForm({ scope, sid: knownSid }: Omit<Props, "isFurther">) {
  const t = useTranslations("endpoints");
  const [sid, setSid] = useState(knownSid);
  const [certificate, setCertificate] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => createEndpoint(scope, { sid, certificates: certificate.trim() === "" ? [] : [certificate] }),
    onSuccess: () => setCertificate(""),
    onSettled: () => client.invalidateQueries({ queryKey: endpointsQuery(scope).queryKey }),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["sid", "certificates.0"], { sid: sid.trim() === "" });
  return (
    <Form className="flex max-w-xl flex-col items-start gap-3" onSubmit={() => check() && mutation.mutate()} noValidate>
      <ErrorNotice title={t("create.failed")} error={otherError} />
      <TextInput label={t("create.sid")} value={sid} onChange={setSid} problem={problemOf("sid")} maxLength={15} />
      <TextInput
        label={t("create.certificate")}
        isMultiline
        isOptional
        maxLength={16_384}
        value={certificate}
        onChange={setCertificate}
        problem={problemOf("certificates.0")}
      />
      <Button type="submit" variant="secondary" isPending={mutation.isPending}>
        {t("create.action")}
      </Button>
    </Form>
  );
}
