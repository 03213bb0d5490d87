"use client";

import { TextArea as PlainTextArea } from "@heroui/react";
import type { ComponentProps } from "react";
import { useEarlyText } from "./use-early-text.ts";

/** Several lines to type into. */
export function TextArea(props: Omit<ComponentProps<typeof PlainTextArea>, "ref">) {
  return <PlainTextArea ref={useEarlyText<HTMLTextAreaElement>()} {...props} />;
}
