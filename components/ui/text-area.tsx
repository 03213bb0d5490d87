"use client";

import { TextArea as PlainTextArea } from "@heroui/react";
import type { ComponentProps } from "react";
import { useEarlyText } from "./use-early-text.ts";

/** A labelled multi-line text field. */
export function TextArea(props: Omit<ComponentProps<typeof PlainTextArea>, "ref">) {
  return <PlainTextArea ref={useEarlyText<HTMLTextAreaElement>()} {...props} />;
}
