"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { OptionList } from "#components/ui/option-list.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { toTagKey } from "#lib/contract/tag-name.ts";
import { tagsQuery } from "#lib/queries/tags.ts";

type Props = { environment: string; value: string | null; onChange: (tag: string | null) => void; onDone: () => void };

/** The filter of a list by a tag, as one of its inputs. */
export function tagInput({ environment, value, onChange }: Omit<Props, "onDone">) {
  return (close: () => void) => <TagFilter environment={environment} value={value} onChange={onChange} onDone={close} />;
}

/** Offers the tags that exist. */
function TagFilter({ environment, value, onChange, onDone }: Props) {
  const t = useTranslations("filters");
  const tags = useTranslations("tags");
  const { data, error, refetch } = useQuery(tagsQuery(environment));
  if (error) return <ErrorNotice title={tags("failed")} error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={4} label={t("labels.tag")} />;
  if (data.items.length === 0) {
    return (
      // Focused, so that Escape still closes what was opened with the keyboard.
      <p ref={(text) => text?.focus()} tabIndex={-1} className="max-w-64 p-2 text-muted text-sm outline-none">
        {tags("noneYet")}
      </p>
    );
  }
  return (
    <OptionList
      label={t("labels.tag")}
      options={data.items.map((name) => ({ value: name, label: name }))}
      chosen={data.items.filter((name) => value !== null && toTagKey(name) === toTagKey(value))}
      onChoose={(name) => {
        onChange(name);
        onDone();
      }}
    />
  );
}
