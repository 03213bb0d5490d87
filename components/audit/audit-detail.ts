import { useLocale, useTranslations } from "next-intl";
import { useCallback } from "react";
import { useProfileChangeWords } from "#components/gateway-profile/change-words.ts";
import { useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { withMinus } from "#components/ui/with-minus.ts";
import type { AuditEntryView } from "#lib/contract/audit.ts";
import { scenarioIds } from "#lib/contract/scenario.ts";
import { givenName } from "#lib/core/given-name.ts";
import { formatMoney } from "#lib/core/money.ts";

/** Profile questions that have a text here. */
const questions = ["payment_body"] as const;

/** Ways to sign in that have a text here. */
const methods = ["link", "password", "password and code", "provider", "provider and code"] as const;

/** The details of an audit entry in one line; empty when there are none. */
export function useAuditDetail(entry: AuditEntryView): string {
  const t = useTranslations("audit");
  const locale = useLocale();
  const describeChange = useProfileChangeWords();
  return (entry.act === "profile.changed" ? describeChange(entry.detail) : undefined) ?? auditDetailText(t, entry, locale);
}

/** The details of an audit entry as text, where one exists. */
export function auditDetailText(
  t: Words<"audit">,
  { act, detail }: Pick<AuditEntryView, "act" | "detail">,
  locale: string,
): string {
  const question = questions.find((item) => act === "profile.changed" && item === detail.question);
  if (question)
    return t("profileChange", { question: t(`questions.${question}`), before: written(detail.from), after: written(detail.to) });
  const method = act === "session.created" && methods.find((item) => item === detail.by);
  if (method) return t(`signedInWith.${method}`);
  const { amountMinor, currency, ...others } = detail;
  const money = typeof amountMinor === "number" && typeof currency === "string" ? { amountMinor, currency } : undefined;
  const facts = Object.entries(money ? others : detail).map(([name, value]) => `${name}: ${written(value)}`);
  return [...(money ? [`${withMinus(formatMoney(money, locale))} ${money.currency}`] : []), ...facts].join(" · ");
}

function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** What was acted on: a scenario by its title, a name that the program gave in the user's language, else as it is stored. */
export function useAuditTarget(): (entry: Pick<AuditEntryView, "act" | "target">) => string | null {
  const t = useTranslations("scenarios.kinds");
  const say = useSay();
  return useCallback(
    ({ act, target }) => {
      if (target === null) return null;
      const scenario = act.startsWith("scenario.") ? scenarioIds.find((id) => id === target) : undefined;
      return scenario === undefined ? say(givenName(target)) : t(`${scenario}.title`);
    },
    [t, say],
  );
}
