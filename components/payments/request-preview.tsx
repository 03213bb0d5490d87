"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { CreatePaymentInput, PaymentPreview } from "#lib/contract/payment.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { previewPayment } from "#lib/queries/payments.ts";
import { ChangedMembers } from "./changed-members.tsx";

type Props = {
  scope: Scope;
  formId: string | null;
  /** The request of the current form; undefined, with its problems shown, while the form is invalid. */
  readForm: () => CreatePaymentInput | undefined;
};

/** Shows on demand the exact request that submitting the form would send. The parent sets the form's content as its key. */
export function RequestPreview({ scope, formId, readForm }: Props) {
  const t = useTranslations("payments");
  const preview = useMutation({
    meta: showsError,
    mutationFn: (input: CreatePaymentInput) => previewPayment(scope, { input, idempotencyKey: formId ?? "" }),
  });
  const show = () => {
    const input = formId === null ? undefined : readForm();
    if (input) preview.mutate(input);
  };
  return (
    <>
      <Button variant="secondary" isPending={preview.isPending} onPress={show}>
        {t("preview.button")}
      </Button>
      <div className="flex basis-full flex-col gap-2 empty:hidden">
        <ErrorNotice title={t("preview.failed")} error={preview.error} />
        {preview.data ? (
          <>
            <Request request={preview.data} />
            <ChangedMembers environment={scope.environment} preview={preview.data} onSaved={show} />
          </>
        ) : null}
      </div>
    </>
  );
}

function Request({ request: { method, url, headers, body } }: { request: PaymentPreview }) {
  const t = useTranslations("payments");
  const head = [`${method} ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join("\n");
  return (
    <section aria-label={t("preview.label")} className="rounded-md border border-border bg-surface p-3">
      <pre className="reference whitespace-pre-wrap wrap-anywhere text-muted">{head}</pre>
      <div className="flex items-start justify-between gap-2 pt-2">
        <pre className="reference whitespace-pre-wrap wrap-anywhere">{body}</pre>
        <CopyButton text={body} label={t("preview.body")} />
      </div>
    </section>
  );
}
