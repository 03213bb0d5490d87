import { fileSettingOf } from "#lib/app/settings/secret-files.ts";
import { secretNames, settingNames } from "#lib/app/settings/settings.ts";

/** All settings as unset: an empty value counts as that, and `.env`, which Next.js reads as well, does not replace it. */
export const unsetSettings: Readonly<Record<string, string>> = Object.fromEntries(
  [...settingNames, ...secretNames.map(fileSettingOf)].map((name) => [name, ""]),
);

/** For a process that must not touch what a developer's shell or `.env` leads to, such as a database, a journal or a mail server. */
export const noSettings: Readonly<Record<string, string>> = {
  ...unsetSettings,
  COUNTERFOIL_ENV_FILE: "",
  OTEL_SDK_DISABLED: "true",
};

/** This process's environment without its settings. */
export function withoutSettings(): NodeJS.ProcessEnv {
  return { ...process.env, ...noSettings };
}
