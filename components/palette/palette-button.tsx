"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { isTypingTarget } from "#components/shortcuts/shortcuts.ts";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { Command } from "#components/ui/icons.tsx";
import { Palette } from "./palette.tsx";
import { isPastedText } from "./to-values.ts";

/** Opens the palette by click, shortcut or pasting references anywhere on the page. Loaded with the page, so that no input is lost. */
export function PaletteButton() {
  const t = useTranslations("palette");
  const [text, setText] = useState<string>();
  useShortcut("palette", () => setText(""));
  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const pasted = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (pasted === "" || event.defaultPrevented) return;
      if (isTypingTarget(event.target) && !(isFindBox(event.target) && isPastedText(pasted))) return;
      event.preventDefault();
      setText(pasted);
    }
    addEventListener("paste", handlePaste);
    return () => removeEventListener("paste", handlePaste);
  }, []);
  return (
    <>
      <IconButton shortcut="palette" label={t("name")} onPress={() => setText("")}>
        <Command aria-hidden="true" />
      </IconButton>
      {text === undefined ? null : <Palette initialText={text} onClose={() => setText(undefined)} />}
    </>
  );
}

/** The search box accepts one reference; text with several is for the palette. */
function isFindBox(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("search") !== null;
}
