"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OfferedItems } from "#components/filters/offered-items.tsx";
import { OptionList } from "#components/ui/option-list.tsx";
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
  return (
    <OfferedItems
      query={useQuery(tagsQuery(environment))}
      label={t("labels.tag")}
      failedTitle={tags("failed")}
      noneYet={tags("noneYet")}
    >
      {(names) => (
        <OptionList
          label={t("labels.tag")}
          options={names.map((name) => ({ value: name, label: name }))}
          chosen={names.filter((name) => value !== null && toTagKey(name) === toTagKey(value))}
          onChoose={(name) => {
            onChange(name);
            onDone();
          }}
        />
      )}
    </OfferedItems>
  );
}
