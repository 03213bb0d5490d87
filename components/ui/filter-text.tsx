"use client";

import { FieldError, Label, TextField } from "@heroui/react";
import { useEffect, useEffectEvent, useState } from "react";
import { Input } from "./input.tsx";

type Props = {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  problem?: string;
  className?: string;
  /** Applies the text this long after the last keystroke. */
  settlesAfterMs?: number;
};

/** A text filter: applied on Enter or on blur, so that no unfinished word is searched. */
export function FilterText({ label, value, onChange, problem, className = "w-36", settlesAfterMs }: Props) {
  const [text, setText] = useState(value ?? "");
  // While typing, a trailing space is preserved.
  useEffect(() => setText((typed) => (typed.trim() === (value ?? "") ? typed : (value ?? ""))), [value]);
  const commit = () => text.trim() !== (value ?? "") && onChange(text.trim() === "" ? null : text.trim());
  const settle = useEffectEvent((typed: string) => typed === text && commit());
  useEffect(() => {
    if (settlesAfterMs === undefined) return;
    const timer = setTimeout(() => settle(text), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [text, settlesAfterMs]);
  return (
    <TextField className={className} value={text} onChange={setText} onBlur={commit} isInvalid={problem !== undefined}>
      <Label>{label}</Label>
      <Input onKeyDown={(event) => event.key === "Enter" && commit()} maxLength={255} />
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
    </TextField>
  );
}
