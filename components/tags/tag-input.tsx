"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SuggestInput } from "#components/ui/suggest-input.tsx";
import { tagMax } from "#lib/contract/tag-name.ts";
import { tagsQuery } from "#lib/queries/tags.ts";
import { fittingTags } from "./fitting-tags.ts";

type Props = {
  environment: string;
  label: string;
  /** Not offered, since they are there. */
  present: readonly string[];
  text: string;
  onText: (text: string) => void;
  /** One of the tags offered was chosen. */
  onChoose: (name: string) => void;
  problem: string | undefined;
  placeholder?: string;
  isLabelHidden?: boolean;
};

/** A field for a tag that offers those that exist. */
export function TagInput({ environment, present, ...field }: Props) {
  const t = useTranslations("tags");
  const { data } = useQuery(tagsQuery(environment));
  return (
    <SuggestInput
      {...field}
      suggest={(text) => fittingTags(data?.items ?? [], { text, present })}
      suggestionsLabel={t("existing")}
      announce={(count) => t("offered", { count })}
      maxLength={tagMax}
    />
  );
}
