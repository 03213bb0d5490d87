"use client";

import { type RefObject, useEffect, useRef } from "react";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** For controlled fields: adopts text that was typed, pasted or autofilled before hydration. */
export function useEarlyText<Field extends TextField>(): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    const element = field.current;
    if (element && element.value !== element.defaultValue) typeAgain(element);
  }, []);
  return field;
}

/** React ignores an event whose text equals the initial value, so the text is cleared where React observes it and then restored. */
function typeAgain(field: TextField): void {
  const text = field.value;
  const unseen = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  field.value = "";
  unseen?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
