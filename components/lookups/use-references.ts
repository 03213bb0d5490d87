"use client";

import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";
import { extractCalmly, extractReferences, uniqueSpellings } from "./extract-references.ts";

/** Longer text is not put into the field, where a browser would lay out every line of it. */
export const shortPaste = 20_000;

/** A large pasted text, and the references in it once it has been processed. */
export type Pasted = { id: number; characters: number; references: readonly string[] | undefined };

const nextTask = () => new Promise<void>((resume) => setTimeout(resume));

/** The references in the typed and pasted text, each once, in order; `isCut`: there are more than a lookup takes. */
export function useReferences(initial: readonly string[]) {
  // What the text would not be read as, such as short order numbers, is listed beside the field.
  const [isShort] = useState(() => isReadFromText(initial));
  const [text, setText] = useState(isShort ? initial.join("\n") : "");
  const [pasted, setPasted] = useState<readonly Pasted[]>(
    isShort ? [] : [{ id: 0, characters: initial.join("\n").length, references: initial }],
  );
  const activeIds = useRef(new Set([0]));
  const lastId = useRef(0);
  const typed = useMemo(() => extractReferences(text), [text]);
  const { references, isCut } = useDeferredValue(
    useMemo(() => cut(uniqueSpellings([...pasted.flatMap((item) => item.references ?? []), ...typed])), [pasted, typed]),
  );

  const cancelAll = useEffectEvent(() => activeIds.current.clear());
  useEffect(() => () => cancelAll(), []);

  function list(item: Omit<Pasted, "id">): number {
    // Never that of a removed text, which would be read on.
    const id = ++lastId.current;
    activeIds.current.add(id);
    setPasted((before) => [...before, { ...item, id }]);
    return id;
  }

  function add(given: readonly string[]) {
    list({ characters: given.join("\n").length, references: given });
  }

  async function paste(large: string) {
    const id = list({ characters: large.length, references: undefined });
    const found = await extractCalmly(large, { pause: nextTask, isWanted: () => activeIds.current.has(id) });
    if (found) setPasted((before) => before.map((item) => (item.id === id ? { ...item, references: found } : item)));
  }

  function remove(id: number) {
    activeIds.current.delete(id);
    setPasted((before) => before.filter((item) => item.id !== id));
  }

  return {
    text,
    setText,
    pasted,
    paste,
    add,
    remove,
    references,
    isCut,
    isReading: pasted.some((item) => item.references === undefined),
  };
}

function cut(all: readonly string[]): { references: readonly string[]; isCut: boolean } {
  const isCut = all.length > sharedReferencesMax;
  return { references: isCut ? all.slice(0, sharedReferencesMax) : all, isCut };
}

function isReadFromText(references: readonly string[]): boolean {
  const text = references.join("\n");
  if (text.length > shortPaste) return false;
  const read = extractReferences(text);
  return read.length === references.length && read.every((reference, index) => reference === references[index]);
}
