"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSay } from "#components/language/say.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { applyPaymentBodyPatch, type PaymentBodyPatch } from "#lib/core/payment-body.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { changePaymentBody, paymentBodyQuery } from "#lib/queries/payments.ts";
import { patchExample, readBodyPatch } from "./read-body-patch.ts";

type Props = {
  environment: string;
  /** The current changes. */
  current: PaymentBodyPatch;
  /** The body of the previewed payment as the specification defines it. */
  builtBody: string;
  onClose: () => void;
  onSaved: () => void;
};

/** Edits the changes to a payment's body as JSON, validated while typing, with the resulting body. */
export function MembersEditor({ environment, current, builtBody, onClose, onSaved }: Props) {
  const t = useTranslations("payments");
  const common = useTranslations("common");
  const say = useSay();
  const client = useQueryClient();
  const [text, setText] = useState(() => JSON.stringify(current, null, 2));
  const { patch, problems } = readBodyPatch(text, { t, say });
  const save = useMutation({
    meta: showsError,
    mutationFn: (changed: PaymentBodyPatch) => changePaymentBody(environment, changed),
    retry: false,
    onSuccess: (data) => {
      client.setQueryData(paymentBodyQuery(environment).queryKey, data);
      toast.success(t(data.changed ? "members.saved" : "members.isReset"));
      onSaved();
    },
  });
  const isChanged = patch !== undefined && JSON.stringify(patch) !== JSON.stringify(current);
  return (
    <section
      aria-label={t("members.title")}
      className="flex w-full flex-col gap-3 rounded-md border border-border bg-surface p-3"
    >
      <p className="max-w-prose text-muted">{t("members.about")}</p>
      <TextInput
        label={t("members.label")}
        hint={t("members.hint", { example: patchExample })}
        isMultiline
        maxLength={8_192}
        value={text}
        onChange={(typed) => {
          setText(typed);
          if (save.isError) save.reset();
        }}
        problem={problems?.join(" · ")}
      />
      {patch ? <Result text={resultOf(builtBody, patch)} /> : null}
      <ErrorNotice title={t("members.failed")} error={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button isPending={save.isPending} onPress={() => (isChanged ? save.mutate(patch) : patch && onClose())}>
          {t("members.save")}
        </Button>
        {Object.keys(current).length > 0 ? (
          <Button variant="secondary" isPending={save.isPending} onPress={() => save.mutate({})}>
            {t("members.reset")}
          </Button>
        ) : null}
        <Button variant="ghost" onPress={onClose}>
          {common("close")}
        </Button>
      </div>
    </section>
  );
}

function Result({ text }: { text: string }) {
  const t = useTranslations("payments");
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-muted">{t("members.result")}</figcaption>
      <pre className="reference whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </figure>
  );
}

function resultOf(builtBody: string, patch: PaymentBodyPatch): string {
  return JSON.stringify(applyPaymentBodyPatch(JSON.parse(builtBody), patch), null, 2);
}
