"use client";

import { Kbd, SearchField } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { FindSuggestions } from "#components/palette/find-suggestions.tsx";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";

/** The search box for any identifier, with suggestions while typing; `/` focuses it from anywhere. */
export function FindBox() {
  const t = useTranslations("frame.findBox");
  const common = useTranslations("common");
  const { environment } = useEnvironment();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  useShortcut("find", () => input.current?.select());

  function find(value: string) {
    if (value.trim() === "") return;
    router.push(`/${environment}/find?q=${encodeURIComponent(value.trim())}`);
    close();
  }

  function close() {
    setOpen(false);
    input.current?.blur();
  }

  return (
    <search
      className="min-w-0 max-w-xl flex-1 max-sm:focus-within:absolute max-sm:focus-within:inset-x-2 max-sm:focus-within:z-10 sm:relative"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <SearchField
        aria-label={t("name")}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setOpen(true);
        }}
        onSubmit={find}
        fullWidth
      >
        <SearchField.Group>
          <SearchField.SearchIcon />
          <SearchField.Input
            ref={input}
            placeholder={t("hint")}
            maxLength={255}
            autoComplete="off"
            aria-autocomplete="list"
            aria-controls={isOpen ? id : undefined}
            aria-activedescendant={active}
            className="min-w-0 text-ellipsis"
          />
          <Tooltip text={common("clear")}>
            <SearchField.ClearButton aria-label={common("clear")} />
          </Tooltip>
          <Kbd aria-hidden="true" className={`mr-2 hidden ${text === "" ? "sm:block" : ""}`}>
            /
          </Kbd>
        </SearchField.Group>
      </SearchField>
      {isOpen && text.trim() !== "" ? (
        <FindSuggestions id={id} text={text} input={input} onActive={setActive} onDone={close} />
      ) : null}
    </search>
  );
}
