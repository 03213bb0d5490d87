"use client";

import { type RefObject, useEffect, useRef } from "react";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** For a field whose text React keeps: what was typed, pasted or filled in before the page woke up counts as typed then. */
export function useEarlyText<Field extends TextField>(): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    const element = field.current;
    if (element && element.value !== element.defaultValue) typeAgain(element);
  }, []);
  return field;
}

/** React overlooks an event that leaves the text it saw first, so the text is taken away where React sees it and put back where it does not. */
function typeAgain(field: TextField): void {
  const text = field.value;
  const unseen = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  field.value = "";
  unseen?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
