"use client";

import { Suspense } from "react";
import { useCallerWords } from "./caller-texts.ts";
import { useOwnLanguage } from "./use-caller-language.ts";

/** What a code means for the caller, beside it; nothing for one without a meaning. */
export function CodeMeaning({ code }: { code: string }) {
  return (
    <Suspense>
      <Meaning code={code} />
    </Suspense>
  );
}

function Meaning({ code }: { code: string }) {
  const meaning = useCallerWords(useOwnLanguage())?.meaningOf(code);
  return meaning === undefined ? null : <span className="block text-muted text-sm">{meaning}</span>;
}
