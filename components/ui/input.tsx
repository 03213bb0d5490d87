"use client";

import { type InputProps, Input as PlainInput } from "react-aria-components/Input";
import { useEarlyText } from "./use-early-text.ts";

/** A text input with the library's styles; the library's own component would add its combo box to the bundle. */
export function Input({ className = "", ...props }: Omit<InputProps, "className"> & { className?: string }) {
  return (
    <PlainInput
      ref={useEarlyText<HTMLInputElement>()}
      {...props}
      data-slot="input"
      className={`input input--primary ${className}`}
    />
  );
}
