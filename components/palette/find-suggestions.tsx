"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { Announced } from "#components/ui/announced.tsx";
import type { PaletteItem } from "./palette-item.ts";
import { PaletteList } from "./palette-list.tsx";
import { usePaletteSearch } from "./use-palette-search.tsx";

/** Number of suggestions of each kind. */
const offered: readonly [PaletteItem["group"], number][] = [
  ["records", 5],
  ["merchants", 4],
  ["everywhere", 1],
];

type Props = {
  id: string;
  text: string;
  input: RefObject<HTMLInputElement | null>;
  /** Receives the id of the active option. */
  onActive: (optionId: string | undefined) => void;
  onDone: () => void;
};

/** Suggestions of stored records below the search box. Enter searches, unless an option is active. */
export function FindSuggestions({ id, text, input, onActive, onDone }: Props) {
  const t = useTranslations("palette");
  const router = useRouter();
  const { items, found, isSearching } = usePaletteSearch(text);
  const shown = offered.flatMap(([group, limit]) => items.filter((item) => item.group === group).slice(0, limit));
  const [selection, setSelection] = useState<{ text: string; id: string | undefined }>();
  const active = selection?.text === text ? shown.findIndex((item) => item.id === selection.id) : -1;
  const choose = (item: PaletteItem) => {
    onDone();
    if (item.href !== undefined) router.push(item.href);
    item.act?.();
  };
  /** The position before the first option stands for the text itself. */
  const move = (step: 1 | -1) => {
    const slots = shown.length + 1;
    setSelection({ text, id: shown[((active + 1 + step + slots) % slots) - 1]?.id });
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chosen = shown[active];
    if (event.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && chosen) choose(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const field = input.current;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    field?.addEventListener("keydown", listener);
    return () => field?.removeEventListener("keydown", listener);
  }, [input]);
  useEffect(() => {
    onActive(active < 0 ? undefined : `${id}-${active}`);
    return () => onActive(undefined);
  }, [id, active, onActive]);
  if (shown.length === 0) return null;
  return (
    <div
      // Keeps the focus in the search box.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-2 top-full z-50 mt-1 overflow-hidden rounded-lg border border-border bg-overlay shadow-overlay sm:inset-x-0 lg:right-auto lg:w-176"
    >
      <PaletteList id={id} items={shown} active={active} onPoint={() => {}} onChoose={choose} />
      <Announced text={isSearching || found === 0 ? "" : t("found", { count: found })} />
    </div>
  );
}
