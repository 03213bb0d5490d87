"use client";

import { Modal, Spinner } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useId, useState } from "react";
import type { Words } from "#components/language/words.ts";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { ClipboardPaste } from "#components/ui/icons.tsx";
import { toast } from "#components/ui/toast.ts";

import type { PaletteItem } from "./palette-item.ts";
import { PaletteList } from "./palette-list.tsx";
import { usePaletteKeys } from "./use-palette-keys.ts";
import { usePaletteSearch } from "./use-palette-search.tsx";

type Props = { initialText: string; onClose: () => void };

/** One input for everything: records while typing, pages, merchants and actions. */
export function Palette({ initialText, onClose }: Props) {
  const t = useTranslations("palette");
  return (
    <Modal isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal.Backdrop>
        <Modal.Container placement="top" size="lg">
          <Modal.Dialog aria-label={t("name")} className="overflow-hidden p-0 sm:mt-[8dvh] sm:max-w-2xl">
            <PaletteBody initialText={initialText} onClose={onClose} />
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

function PaletteBody({ initialText, onClose }: Props) {
  const t = useTranslations("palette");
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState(initialText);
  const { items, isSearching, isFailed, found } = usePaletteSearch(text);
  const choose = useCallback(
    ({ href, act }: PaletteItem) => {
      onClose();
      if (href !== undefined) router.push(href);
      act?.();
    },
    [onClose, router],
  );
  const { active, isWaiting, point, onKeyDown } = usePaletteKeys({ text, items, isSearching, onChoose: choose });
  const activeHref = items[active]?.href;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
    if (activeHref !== undefined) router.prefetch(activeHref);
  }, [id, active, activeHref, router]);

  return (
    <>
      <div className="flex items-center gap-2 border-border border-b px-3 py-2">
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette was opened to type into it.
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
          aria-label={t("name")}
          placeholder={t("placeholder")}
          value={text.replace(/\s+/gu, " ")}
          onChange={({ target }) => setText(target.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData("text/plain");
            // A single-line input would join the lines of the text.
            if (!/[\r\n\t]/u.test(pasted)) return;
            event.preventDefault();
            setText(pasted);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 bg-transparent px-1 py-2 text-base outline-none placeholder:text-(--field-placeholder)"
        />
        {isSearching ? <Spinner size="sm" aria-label={t("searching")} /> : null}
        <IconButton label={t("clipboard")} onPress={() => void readClipboard(t).then((copied) => copied && setText(copied))}>
          <ClipboardPaste aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      <PaletteList id={id} items={items} active={active} onPoint={point} onChoose={choose} />
      <p role="status" className="border-border border-t px-4 py-2 text-muted text-xs">
        {isFailed
          ? t("failed")
          : isWaiting
            ? t("searching")
            : found > 0
              ? t("found", { count: found })
              : items.length === 0
                ? t("nothing")
                : t("keys")}
      </p>
    </>
  );
}

/** Only after a click: the browser asks for permission to read the clipboard. */
async function readClipboard(t: Words<"palette">): Promise<string | undefined> {
  try {
    const copied = await navigator.clipboard.readText();
    if (copied.trim() === "") toast(t("clipboardEmpty"));
    return copied;
  } catch {
    toast.danger(t("clipboardRefused"));
    return undefined;
  }
}
