import { Spinner } from "@heroui/react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { X } from "#components/ui/icons.tsx";
import type { Pasted } from "./use-references.ts";

/** Large pasted texts, listed beside the field instead of inside it. */
export function PastedList({ pasted, onRemove }: { pasted: readonly Pasted[]; onRemove: (id: number) => void }) {
  const t = useTranslations("lookups.pasted");
  if (pasted.length === 0) return null;
  return (
    <ul aria-label={t("label")} className="flex flex-wrap gap-2">
      {pasted.map(({ id, characters, references }) => (
        <li key={id} className="flex items-center gap-2 rounded-md border border-border bg-surface py-1 pr-1 pl-3">
          {references === undefined ? <Spinner size="sm" aria-label={t("readingMark")} /> : null}
          <span>
            {references === undefined ? t("reading", { characters }) : t("read", { characters, references: references.length })}
          </span>
          <IconButton label={t("remove")} onPress={() => onRemove(id)}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
