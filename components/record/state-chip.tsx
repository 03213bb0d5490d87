"use client";

import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { type RecordStateName, recordStates } from "#lib/core/record-state.ts";

const tints = {
  success: "bg-(--tone-success)/10",
  danger: "bg-(--tone-danger)/10",
  warning: "bg-(--tone-warning)/10",
  neutral: "bg-(--tone-neutral)/10",
  active: "bg-accent/10",
} as const;

/** The status of a record as a tinted chip, announced when it changes. */
export function StateChip({ name }: { name: RecordStateName }) {
  const t = useTranslations("states.status");
  const tone = recordStates[name];
  return (
    <span role="status" className={`inline-flex rounded-full px-2.5 py-0.5 text-sm ${tints[tone]}`}>
      <StatusMark tone={tone}>{t(name)}</StatusMark>
    </span>
  );
}
