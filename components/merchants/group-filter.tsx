"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OfferedItems } from "#components/filters/offered-items.tsx";
import { FocusFirst } from "#components/ui/focus-first.tsx";
import { Input } from "#components/ui/input.tsx";
import { OptionList } from "#components/ui/option-list.tsx";
import type { MerchantGroups } from "#lib/contract/merchant-group.ts";
import { groupMax, noGroup } from "#lib/contract/merchant-marks.ts";
import { toTagKey } from "#lib/contract/tag-name.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { merchantGroupsQuery } from "#lib/queries/merchants.ts";

type Props = { environment: string; value: string | null; onChange: (group: string | null) => void };

/** The filter of a list by a group of merchants, for `ListFilters`: its name, and an input that offers the groups that exist. */
export function useGroupFilter({ environment, value, onChange }: Props) {
  const t = useTranslations("frame.merchants.group");
  return {
    shown: value === noGroup ? t("without") : undefined,
    input: (close: () => void) => (
      <GroupFilter
        environment={environment}
        value={value}
        onChange={(group) => {
          onChange(group);
          close();
        }}
      />
    ),
  };
}

/** The same for a list of other records: of a merchant's own list it is no filter. */
export function useGroupOfScope(scope: Scope, value: string | null, onChange: (group: string | null) => void) {
  const { shown, input } = useGroupFilter({ environment: scope.environment, value, onChange });
  return { shown, input: scope.merchant === null ? input : null };
}

/** As many groups are in view without a search. */
const fewGroups = 10;
const shownMax = 100;

function GroupFilter({ environment, ...choice }: Props) {
  const t = useTranslations("frame.merchants.group");
  return (
    <OfferedItems
      query={useQuery(merchantGroupsQuery(environment))}
      label={t("title")}
      failedTitle={t("notLoaded")}
      noneYet={t("noneYet")}
    >
      {(items) => <GroupOptions groups={items} {...choice} />}
    </OfferedItems>
  );
}

type OptionsProps = Omit<Props, "environment"> & { groups: Readonly<MerchantGroups["items"]> };

function GroupOptions({ groups, value, onChange }: OptionsProps) {
  const t = useTranslations("frame.merchants.group");
  const [text, setText] = useState("");
  const typed = toTagKey(text);
  const found = groups
    .filter(({ name }) => toTagKey(name).includes(typed))
    .slice(0, shownMax)
    .map(({ name, merchants }) => ({ value: name, label: name, count: merchants }));
  const options = typed === "" ? [{ value: noGroup, label: t("without") }, ...found] : found;
  const [best] = found;
  return (
    <FocusFirst className="flex max-w-72 flex-col gap-1">
      {groups.length > fewGroups ? (
        <Input
          aria-label={t("search")}
          placeholder={t("search")}
          autoComplete="off"
          maxLength={groupMax}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === "Enter" && typed !== "" && best && onChange(best.value)}
        />
      ) : null}
      {options.length === 0 ? (
        <p role="status" className="p-2 text-muted text-sm">
          {t("noMatch")}
        </p>
      ) : null}
      <OptionList
        label={t("title")}
        options={options}
        chosen={options.flatMap((option) => (value !== null && toTagKey(option.value) === toTagKey(value) ? [option.value] : []))}
        onChoose={onChange}
      />
    </FocusFirst>
  );
}
