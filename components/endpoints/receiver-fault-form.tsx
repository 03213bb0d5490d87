"use client";

import { Button, Description, Label, Radio, RadioGroup } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { type ReceiverFaultKind, receiverFaultKinds } from "#lib/core/sandbox.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { beginReceiverFault, receiverFaultQuery } from "#lib/queries/receiver-fault.ts";

const counts = [1, 3, 10] as const;
const minutes = 10;

/** How and how often the sandbox's URL_Notify is to fail. */
export function ReceiverFaultForm({ scope }: { scope: Scope }) {
  const t = useTranslations("endpoints");
  const client = useQueryClient();
  const [kind, setKind] = useState<ReceiverFaultKind>("error");
  const [count, setCount] = useState(1);
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    mutationFn: () => beginReceiverFault(scope, { kind, count, minutes }),
    onSettled: () => client.invalidateQueries({ queryKey: receiverFaultQuery(scope).queryKey }),
  });
  return (
    <Disclosure title={t("onPurpose.title")}>
      <Form className="flex max-w-xl flex-col items-start gap-3" onSubmit={() => mutate()} noValidate>
        <p className="text-muted">{t("onPurpose.about", { minutes })}</p>
        <ErrorNotice title={t("onPurpose.notChanged")} error={error} />
        <RadioGroup value={kind} onChange={(value) => setKind(value as ReceiverFaultKind)}>
          <Label>{t("onPurpose.how")}</Label>
          {receiverFaultKinds.map((item) => (
            <Radio key={item} value={item}>
              <Radio.Content>
                <Radio.Control>
                  <Radio.Indicator />
                </Radio.Control>
                {t(`onPurpose.kinds.${item}.name`)}
              </Radio.Content>
              <Description>{t(`onPurpose.kinds.${item}.about`)}</Description>
            </Radio>
          ))}
        </RadioGroup>
        <RadioGroup
          value={String(count)}
          onChange={(value) => setCount(Number(value))}
          className="flex flex-row flex-wrap gap-x-6 gap-y-2"
        >
          <Label className="w-full">{t("onPurpose.count")}</Label>
          {counts.map((item) => (
            <Radio key={item} value={String(item)}>
              <Radio.Content>
                <Radio.Control>
                  <Radio.Indicator />
                </Radio.Control>
                {String(item)}
              </Radio.Content>
            </Radio>
          ))}
        </RadioGroup>
        <Button type="submit" size="sm" variant="secondary" isPending={isPending}>
          {t("onPurpose.start")}
        </Button>
      </Form>
    </Disclosure>
  );
}
