import { useTranslations } from "next-intl";
import { useProfileChangeWords } from "#components/gateway-profile/change-words.ts";
import type { Words } from "#components/language/words.ts";
import type { AuditEntryView } from "#lib/contract/audit.ts";

/** Profile questions that have a text here. */
const questions = ["payment_body"] as const;

/** The details of an audit entry in one line; empty when there are none. */
export function useAuditDetail(entry: AuditEntryView): string {
  const t = useTranslations("audit");
  const describeChange = useProfileChangeWords();
  return (entry.act === "profile.changed" ? describeChange(entry.detail) : undefined) ?? auditDetailText(t, entry);
}

/** The details of an audit entry as text, where one exists. */
export function auditDetailText(t: Words<"audit">, { act, detail }: Pick<AuditEntryView, "act" | "detail">): string {
  const question = questions.find((item) => act === "profile.changed" && item === detail.question);
  if (question)
    return t("profileChange", { question: t(`questions.${question}`), before: written(detail.from), after: written(detail.to) });
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${written(value)}`)
    .join(between);
}

const between = " · ";
/** About two lines of the column. */
const roomChars = 32;

/** As many particulars as a row has room for, and how many there are besides. */
export function shortenDetail(text: string): string {
  const [first = "", ...others] = text.split(between);
  let shown = first.length > roomChars ? `${first.slice(0, roomChars - 1)}…` : first;
  while (others[0] !== undefined && shown.length + between.length + others[0].length <= roomChars)
    shown += between + others.shift();
  return others.length === 0 ? shown : `${shown}${between}+${others.length}`;
}

function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
