"use client";

import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { extractCalmly, extractReferences } from "./extract-references.ts";

/** Longer text is not put into the field, where a browser would lay out every line of it. */
export const shortPaste = 20_000;

/** A large pasted text, and the references in it once it has been processed. */
export type Pasted = { id: number; characters: number; references: readonly string[] | undefined };

const nextTask = () => new Promise<void>((resume) => setTimeout(resume));

/** The references in the typed and pasted text, each once, in order. */
export function useReferences(initial: readonly string[]) {
  const isShort = initial.join("\n").length <= shortPaste;
  const [text, setText] = useState(isShort ? initial.join("\n") : "");
  const [pasted, setPasted] = useState<readonly Pasted[]>(
    isShort ? [] : [{ id: 0, characters: initial.join("\n").length, references: initial }],
  );
  const activeIds = useRef(new Set([0]));
  const typed = useMemo(() => extractReferences(text), [text]);
  const references = useDeferredValue(
    useMemo(() => uniqueSpellings([...pasted.flatMap((item) => item.references ?? []), ...typed]), [pasted, typed]),
  );

  const cancelAll = useEffectEvent(() => activeIds.current.clear());
  useEffect(() => () => cancelAll(), []);

  async function paste(large: string) {
    const id = Math.max(...activeIds.current, 0) + 1;
    activeIds.current.add(id);
    setPasted((before) => [...before, { id, characters: large.length, references: undefined }]);
    const found = await extractCalmly(large, { pause: nextTask, isWanted: () => activeIds.current.has(id) });
    if (found) setPasted((before) => before.map((item) => (item.id === id ? { ...item, references: found } : item)));
  }

  function remove(id: number) {
    activeIds.current.delete(id);
    setPasted((before) => before.filter((item) => item.id !== id));
  }

  return { text, setText, pasted, paste, remove, references, isReading: pasted.some((item) => item.references === undefined) };
}

/** Each reference once, in its first spelling and position. */
function uniqueSpellings(references: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const reference of references) {
    const key = reference.toUpperCase();
    if (!found.has(key)) found.set(key, reference);
  }
  return [...found.values()];
}
