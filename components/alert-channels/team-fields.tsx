import { useTranslations } from "next-intl";
import { Choice } from "#components/ui/choice.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { TeamChannel } from "#lib/contract/alert-channel.ts";
import { teamChannelKinds } from "#lib/contract/channel-marks.ts";
import { languages } from "#lib/core/languages.ts";
import type { ChannelsInput } from "#lib/queries/alert-channels.ts";
import { ChannelTiming, timingFields } from "./channel-timing.tsx";
import { RuleChoice } from "./rule-choice.tsx";
import { SeverityChoice } from "./severity-choice.tsx";

type TeamInput = NonNullable<ChannelsInput["team"]>;
export type TeamChoice = TeamInput & Required<Pick<TeamInput, "rules" | "sends" | "digestAt" | "quiet" | "zone">>;
export const teamFields = [
  ...(["team.name", "team.url", "team.severities", "team.rules"] as const),
  ...timingFields.map((name) => `team.${name}` as const),
] as const;
export type TeamField = (typeof teamFields)[number];

type Props = {
  /** Undefined: a new one. */
  channel: TeamChannel | undefined;
  value: TeamChoice;
  onChange: (change: Partial<TeamChoice>) => void;
  problemOf: (name: TeamField) => string | undefined;
};

/** The fields of one channel of the team. */
export function TeamFields({ channel, value, onChange: set, problemOf }: Props) {
  const t = useTranslations("channels");
  return (
    <>
      {channel ? null : (
        <Choice
          label={t("team.kind")}
          value={value.kind}
          options={teamChannelKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          onChange={(chosen) => set({ kind: teamChannelKinds.find((kind) => kind === chosen) ?? value.kind })}
          className="w-full"
        />
      )}
      <TextInput
        label={t("team.name")}
        value={value.name}
        onChange={(name) => set({ name })}
        maxLength={60}
        problem={problemOf("team.name")}
      />
      <TextInput
        label={t("team.url")}
        hint={channel ? t("team.urlKept", { host: channel.host }) : t(`team.urlOf.${value.kind}`)}
        value={value.url ?? ""}
        onChange={(url) => set({ url })}
        maxLength={2_000}
        isOptional={channel !== undefined}
        problem={problemOf("team.url")}
      />
      <SeverityChoice
        value={value.severities}
        onChange={(severities) => set({ severities })}
        problem={problemOf("team.severities")}
      />
      <RuleChoice value={value.rules} onChange={(rules) => set({ rules })} problem={problemOf("team.rules")} />
      <ChannelTiming value={value} onChange={set} problemOf={(name) => problemOf(`team.${name}`)} />
      {value.kind === "webhook" ? null : (
        <Choice
          label={t("team.language")}
          value={value.language}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(chosen) => set({ language: languages.find(({ code }) => code === chosen)?.code ?? value.language })}
        />
      )}
      <SwitchField label={t("team.on")} isOn={value.isOn} onChange={(isOn) => set({ isOn })} />
      {channel?.kind === "webhook" ? (
        <SwitchField
          label={t("team.renew")}
          isOn={value.renewsSecret ?? false}
          onChange={(renewsSecret) => set({ renewsSecret })}
        />
      ) : null}
    </>
  );
}
