import { useTranslations } from "next-intl";
import type { PaletteItem } from "./palette-item.ts";

const groups: readonly PaletteItem["group"][] = ["records", "pages", "merchants", "actions", "everywhere"];

type Props = {
  id: string;
  items: readonly PaletteItem[];
  active: number;
  onPoint: (at: number) => void;
  onChoose: (item: PaletteItem) => void;
};

/** The entries by kind. The input keeps the focus and refers to the active entry. */
export function PaletteList({ id, items, active, onPoint, onChoose }: Props) {
  const t = useTranslations("palette");
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("name")}
      className="max-h-[min(26rem,55dvh)] overflow-y-auto overscroll-contain pb-2"
    >
      {groups.map((group) => {
        const own = items.map((item, index) => ({ item, at: index })).filter(({ item }) => item.group === group);
        if (own.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: groups of a listbox have no element of their own.
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className="px-4 pt-3 pb-1 font-medium text-muted text-xs">
              {t(`groups.${group}`)}
            </p>
            {own.map(({ item, at }) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys for the whole list.
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which refers to the active entry.
              <div
                key={item.id}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                onPointerMove={() => onPoint(at)}
                onClick={() => onChoose(item)}
                className="mx-2 flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 rounded-md px-2 py-1.5 aria-selected:bg-accent-soft aria-selected:text-accent-soft-foreground"
              >
                <span className={group === "records" ? "reference" : ""}>{item.label}</span>
                {item.note ? <span className="text-muted text-xs">{item.note}</span> : null}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
