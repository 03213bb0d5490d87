"use client";

import { useTranslations } from "next-intl";
import { Choice } from "#components/ui/choice.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { channelRhythms } from "#lib/contract/channel-marks.ts";
import type { ChannelsInput } from "#lib/queries/alert-channels.ts";
import { TimeField } from "./time-field.tsx";

export type EmailChoice = NonNullable<ChannelsInput["email"]>;
export type EmailField = "email.severities" | "email.digestAt" | "email.quiet.from" | "email.quiet.until" | "email.zone";

type Props = {
  value: EmailChoice;
  onChange: (change: Partial<EmailChoice>) => void;
  problemOf: (name: EmailField) => string | undefined;
};

const night = { from: "22:00", until: "07:00" };

/** When e-mail is sent: at once or as a digest, and the hours without any. */
export function EmailTiming({ value: { sends, digestAt, quiet, zone }, onChange, problemOf }: Props) {
  const t = useTranslations("channels");
  const zones = [...new Set([zone, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <Choice
          label={t("sends")}
          value={sends}
          options={channelRhythms.map((rhythm) => ({ value: rhythm, label: t(`rhythms.${rhythm}`) }))}
          onChange={(chosen) => onChange({ sends: channelRhythms.find((rhythm) => rhythm === chosen) ?? sends })}
          className="w-56"
        />
        {sends === "daily" ? (
          <TimeField
            label={t("digestAt")}
            value={digestAt}
            onChange={(time) => onChange({ digestAt: time })}
            problem={problemOf("email.digestAt")}
          />
        ) : null}
        <Choice
          label={t("zone")}
          value={zone}
          options={zones.map((name) => ({ value: name, label: name }))}
          onChange={(name) => onChange({ zone: name ?? zone })}
          problem={problemOf("email.zone")}
          className="w-56"
        />
      </div>
      <SwitchField label={t("quiet")} isOn={quiet !== null} onChange={(isOn) => onChange({ quiet: isOn ? night : null })} />
      {quiet === null ? null : (
        <div className="flex flex-wrap items-start gap-3">
          <TimeField
            label={t("quietFrom")}
            value={quiet.from}
            onChange={(from) => onChange({ quiet: { ...quiet, from } })}
            problem={problemOf("email.quiet.from")}
          />
          <TimeField
            label={t("quietUntil")}
            value={quiet.until}
            onChange={(until) => onChange({ quiet: { ...quiet, until } })}
            problem={problemOf("email.quiet.until")}
          />
        </div>
      )}
    </>
  );
}
