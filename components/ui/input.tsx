"use client";

import { type InputProps, Input as PlainInput } from "react-aria-components/Input";
import { useEarlyText } from "./use-early-text.ts";

/** A line to type into, as the library draws it; the library's own brings its combo box along. */
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
