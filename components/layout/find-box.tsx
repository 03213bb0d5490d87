"use client";

import { Kbd, SearchField } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { useEnvironment } from "./environment-context.tsx";

/** One box for any identifier; `/` goes to it from anywhere. */
export function FindBox() {
  const t = useTranslations("frame.findBox");
  const common = useTranslations("common");
  const { environment } = useEnvironment();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  useShortcut("find", () => input.current?.select());

  function find(value: string) {
    if (value.trim() === "") return;
    router.push(`/${environment}/find?q=${encodeURIComponent(value.trim())}`);
    input.current?.blur();
  }

  return (
    <search className="min-w-0 max-w-xl flex-1">
      <SearchField aria-label={t("name")} value={text} onChange={setText} onSubmit={find} fullWidth>
        <SearchField.Group>
          <SearchField.SearchIcon />
          <SearchField.Input ref={input} placeholder={t("hint")} maxLength={255} className="min-w-0" />
          <SearchField.ClearButton aria-label={common("clear")} />
          <Kbd aria-hidden="true" className={`mr-2 hidden ${text === "" ? "sm:block" : ""}`}>
            /
          </Kbd>
        </SearchField.Group>
      </SearchField>
    </search>
  );
}
