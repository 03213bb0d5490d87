"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { toast } from "#components/ui/toast.ts";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { AlertChannels } from "#lib/contract/alert-channel.ts";
import { type ChannelsInput, channelsQuery, saveChannels } from "#lib/queries/alert-channels.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { ChannelTiming, timingFields } from "./channel-timing.tsx";
import { RuleChoice } from "./rule-choice.tsx";
import { SeverityChoice } from "./severity-choice.tsx";
import { TestButton } from "./test-button.tsx";

type EmailChoice = NonNullable<ChannelsInput["email"]>;
const fields = ["email.severities", "email.rules", ...timingFields.map((name) => `email.${name}` as const)] as const;

/** Alerts to the account's own address. */
export function EmailPanel({ environment, email }: { environment: string; email: AlertChannels["email"] }) {
  const t = useTranslations("channels");
  const { isAvailable, address, lastTry, ...saved } = email;
  const [change, setChange] = useState<Partial<EmailChoice>>({});
  const value = { ...saved, ...change };
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    // Turned off, nothing else is shown that could be corrected.
    mutationFn: () => saveChannels(environment, { email: value.isOn ? value : { ...saved, isOn: false } }),
    onSuccess: ({ channels }) => {
      client.setQueryData(channelsQuery(environment).queryKey, channels);
      setChange({});
      toast.success(t("saved"));
    },
  });
  const { problemOf, otherError, check } = useFieldErrors(error, fields, {
    "email.severities": value.isOn && value.severities.length === 0 ? t("noneChosen") : undefined,
    "email.rules": value.isOn && value.rules?.length === 0 ? t("noneChosen") : undefined,
  });
  const set = (part: Partial<EmailChoice>) => setChange((before) => ({ ...before, ...part }));
  return (
    <Panel title={t("email.title")}>
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-muted">
          {t.rich("email.about", { address: () => <b className="wrap-anywhere">{address}</b> })}
        </p>
        {isAvailable ? null : <Notice status="warning" title={t("email.notSetUp")} />}
        <Form className="flex flex-col items-start gap-4" noValidate onSubmit={() => check() && mutate()}>
          <ErrorNotice title={t("notSaved")} error={otherError} />
          <SwitchField label={t("email.on")} isOn={value.isOn} onChange={(isOn) => set({ isOn })} />
          {value.isOn ? (
            <>
              <SeverityChoice
                value={value.severities}
                onChange={(severities) => set({ severities })}
                problem={problemOf("email.severities")}
              />
              <RuleChoice value={value.rules ?? null} onChange={(rules) => set({ rules })} problem={problemOf("email.rules")} />
              <ChannelTiming value={value} onChange={set} problemOf={(name) => problemOf(`email.${name}`)} />
            </>
          ) : null}
          <Button type="submit" size="sm" isPending={isPending}>
            {t("save")}
          </Button>
        </Form>
        <TestButton
          environment={environment}
          channel="email"
          name={t("email.title")}
          lastTry={lastTry}
          isDisabled={!isAvailable}
        />
      </div>
    </Panel>
  );
}
