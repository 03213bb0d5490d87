"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Choice } from "#components/ui/choice.tsx";
import { noGroup } from "#lib/contract/merchant-marks.ts";
import { merchantGroupsQuery } from "#lib/queries/merchants.ts";

type Props = { environment: string; value: string | null; onChange: (group: string | null) => void };

/** What a group is called on the page, also the one of all merchants without one. */
export function useGroupName(): (group: string) => string {
  const t = useTranslations("frame.merchants.group");
  return (group) => (group === noGroup ? t("without") : group);
}

/** Whose figures are shown, where merchants are grouped. */
export function GroupChoice({ environment, value, onChange }: Props) {
  const t = useTranslations("frame.merchants.group");
  const nameOf = useGroupName();
  const { data } = useQuery(merchantGroupsQuery(environment));
  const names = data?.items.map(({ name }) => name) ?? [];
  if (names.length === 0 && value === null) return null;
  // One of an old link may be gone.
  const known = value === null || value === noGroup || names.includes(value) ? names : [value, ...names];
  return (
    <Choice
      label={t("title")}
      isLabelHidden
      anyLabel={t("every")}
      value={value}
      options={[...known, noGroup].map((group) => ({ value: group, label: nameOf(group) }))}
      onChange={onChange}
      className="w-36"
    />
  );
}
