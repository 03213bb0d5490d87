import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { type Identity, identityTones } from "./identity-state.ts";

/** State of a sign-in as a word. */
export function IdentityMark({ state }: Pick<Identity, "state">) {
  const t = useTranslations("connection");
  return <StatusMark tone={identityTones[state]}>{t(`states.${state}.text`)}</StatusMark>;
}
