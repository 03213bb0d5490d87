"use client";

import { useTranslations } from "next-intl";
import { Choice } from "#components/ui/choice.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { channelRhythms } from "#lib/contract/channel-marks.ts";
import type { ChannelsInput } from "#lib/queries/alert-channels.ts";
import { TimeField } from "./time-field.tsx";

type Timing = Pick<NonNullable<ChannelsInput["email"]>, "sends" | "digestAt" | "quiet" | "zone">;
export const timingFields = ["digestAt", "quiet.from", "quiet.until", "zone"] as const;

type Props = {
  value: Timing;
  onChange: (change: Partial<Timing>) => void;
  problemOf: (name: (typeof timingFields)[number]) => string | undefined;
};

const night = { from: "22:00", until: "07:00" };

/** When a channel is told: at once or as a digest, and the hours without any. */
export function ChannelTiming({ value: { sends, digestAt, quiet, zone }, onChange, problemOf }: Props) {
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
            problem={problemOf("digestAt")}
          />
        ) : null}
        <Choice
          label={t("zone")}
          value={zone}
          options={zones.map((name) => ({ value: name, label: name }))}
          onChange={(name) => onChange({ zone: name ?? zone })}
          problem={problemOf("zone")}
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
            problem={problemOf("quiet.from")}
          />
          <TimeField
            label={t("quietUntil")}
            value={quiet.until}
            onChange={(until) => onChange({ quiet: { ...quiet, until } })}
            problem={problemOf("quiet.until")}
          />
        </div>
      )}
    </>
  );
}
