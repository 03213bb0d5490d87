"use client";

import { memo, Suspense } from "react";
import { useCallerWords } from "./caller-texts.ts";
import { useOwnLanguage } from "./use-caller-language.ts";

/**
 * What a code means for the caller, beside it; nothing for one without a meaning. Rendered anew only for another code: while the words
 * load, that would hide what the server has rendered.
 */
export const CodeMeaning = memo(({ code }: { code: string }) => (
  <Suspense>
    <Meaning code={code} />
  </Suspense>
));

function Meaning({ code }: { code: string }) {
  const meaning = useCallerWords(useOwnLanguage())?.meaningOf(code);
  return meaning === undefined ? null : <span className="block text-muted text-sm">{meaning}</span>;
}
