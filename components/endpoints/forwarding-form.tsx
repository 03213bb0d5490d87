"use client";

import { Button, Description, Label, Radio, RadioGroup } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Forwarding } from "#lib/contract/forward.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { modes } from "./forward-words.ts";
import { useEndpointChange } from "./use-endpoint-change.ts";

const addressField = "forwarding.url";

/** Turns forwarding off, or sets its address and the expected response. */
export function ForwardingForm({ scope, endpoint }: { scope: Scope; endpoint: Endpoint }) {
  const t = useTranslations("endpoints");
  const { forwarding } = endpoint;
  const [mode, setMode] = useState<Forwarding["mode"]>(forwarding.mode);
  const [url, setUrl] = useState(forwarding.url ?? "");
  const showUndo = useUndoToast();
  const { mutate, mutateAsync, isPending, error } = useEndpointChange(scope, endpoint.id);
  const { problemOf, otherError, check } = useFieldErrors(error, [addressField], {
    [addressField]: mode !== "off" && url.trim() === "",
  });
  const undo = async () => {
    await mutateAsync({ forwarding: toChange(forwarding.mode, forwarding.url ?? "") });
    setMode(forwarding.mode);
    setUrl(forwarding.url ?? "");
  };
  return (
    <Disclosure title={t("forwarding.form.open")}>
      <Form
        className="flex max-w-xl flex-col items-start gap-3"
        noValidate
        onSubmit={() => {
          if (!check()) return;
          mutate({ forwarding: toChange(mode, url) }, { onSuccess: () => showUndo(t("forwarding.form.changed"), undo) });
        }}
      >
        <ErrorNotice title={t("forwarding.form.failed")} error={otherError} />
        <RadioGroup value={mode} onChange={(value) => setMode(value as Forwarding["mode"])}>
          <Label>{t("forwarding.form.whoAnswers")}</Label>
          {modes.map((item) => (
            <Radio key={item} value={item}>
              <Radio.Content>
                <Radio.Control>
                  <Radio.Indicator />
                </Radio.Control>
                {t(`forwarding.modes.${item}.name`)}
              </Radio.Content>
              <Description>{t(`forwarding.modes.${item}.about`)}</Description>
            </Radio>
          ))}
        </RadioGroup>
        {mode === "off" ? null : (
          <TextInput
            label={t("forwarding.form.address")}
            hint={t("forwarding.form.hint")}
            value={url}
            onChange={setUrl}
            maxLength={2_000}
            problem={problemOf(addressField)}
          />
        )}
        <Button type="submit" size="sm" isPending={isPending}>
          {t("forwarding.form.save")}
        </Button>
      </Form>
    </Disclosure>
  );
}

function toChange(mode: Forwarding["mode"], url: string) {
  return mode === "off" ? { mode } : { mode, url };
}
