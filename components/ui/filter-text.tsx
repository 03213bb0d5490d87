"use client";

import { FieldError, Label, TextField } from "@heroui/react";
import { useEffect, useState } from "react";
import { Input } from "#components/ui/input.tsx";

type Props = {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  problem?: string;
  className?: string;
};

/** A text filter: takes effect on Enter or when left, so that half a word is never searched. */
export function FilterText({ label, value, onChange, problem, className = "w-36" }: Props) {
  const [text, setText] = useState(value ?? "");
  useEffect(() => setText(value ?? ""), [value]);
  const commit = () => text.trim() !== (value ?? "") && onChange(text.trim() === "" ? null : text.trim());
  return (
    <TextField className={className} value={text} onChange={setText} onBlur={commit} isInvalid={problem !== undefined}>
      <Label>{label}</Label>
      <Input onKeyDown={(event) => event.key === "Enter" && commit()} maxLength={255} />
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
    </TextField>
  );
}
