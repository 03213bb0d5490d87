"use client";

import { Kbd, SearchField } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { isTypingTarget } from "#components/ui/is-typing-target.ts";
import { useEnvironment } from "./environment-context.tsx";

/** One box for any identifier; `/` goes to it from anywhere. */
export function FindBox() {
  const { environment } = useEnvironment();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");

  useEffect(() => {
    function focusOnSlash(event: KeyboardEvent) {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    }
    addEventListener("keydown", focusOnSlash);
    return () => removeEventListener("keydown", focusOnSlash);
  }, []);

  return (
    <search className="min-w-0 max-w-xl flex-1">
      <SearchField
        aria-label="Find a reference, order, amount or card digits"
        value={text}
        onChange={setText}
        onSubmit={(value) => value.trim() !== "" && router.push(`/${environment}/find?q=${encodeURIComponent(value.trim())}`)}
        fullWidth
      >
        <SearchField.Group>
          <SearchField.SearchIcon />
          <SearchField.Input ref={input} placeholder="Find a reference, order, amount …" maxLength={255} />
          <SearchField.ClearButton />
          <Kbd className="mr-2 hidden sm:block">/</Kbd>
        </SearchField.Group>
      </SearchField>
    </search>
  );
}
