"use client";

import { FieldError, Label, TextField } from "@heroui/react";
import { useEffect, useEffectEvent, useState } from "react";
import { Input } from "./input.tsx";

type Props = {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** Enter was pressed and the text applied. */
  onEnter?: () => void;
  problem?: string | undefined;
  /** Says why a text cannot be applied; it is then shown, and the text is not applied. */
  check?: ((text: string) => string | undefined) | undefined;
  className?: string;
  /** In one line with others: the label is the placeholder. */
  isCompact?: boolean;
  /** Applies the text this long after the last keystroke. */
  settlesAfterMs?: number;
};

/** A text filter: applied on Enter or on blur, so that no unfinished word is searched. */
export function FilterText(props: Props) {
  const { label, value, onChange, onEnter, className = "w-36", isCompact = false, settlesAfterMs, check } = props;
  const [refusal, setRefusal] = useState<string>();
  const problem = refusal ?? props.problem;
  const [text, setText] = useState(value ?? "");
  // While typing, a trailing space is preserved.
  useEffect(() => setText((typed) => (typed.trim() === (value ?? "") ? typed : (value ?? ""))), [value]);
  const commit = (): boolean => {
    const refused = text.trim() === "" ? undefined : check?.(text.trim());
    setRefusal(refused);
    if (refused !== undefined) return false;
    if (text.trim() !== (value ?? "")) onChange(text.trim() === "" ? null : text.trim());
    return true;
  };
  const settle = useEffectEvent((typed: string) => typed === text && commit());
  useEffect(() => {
    if (settlesAfterMs === undefined) return;
    const timer = setTimeout(() => settle(text), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [text, settlesAfterMs]);
  return (
    <TextField
      className={className}
      value={text}
      onChange={setText}
      onBlur={() => void commit()}
      isInvalid={problem !== undefined}
    >
      <Label className={isCompact ? "sr-only" : ""}>{label}</Label>
      <Input
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          if (commit()) onEnter?.();
        }}
        maxLength={255}
        placeholder={isCompact ? label : ""}
        className={isCompact ? "h-8 min-h-8 px-2.5 text-sm" : ""}
      />
      {problem === undefined ? null : <FieldError className={isCompact ? "sr-only" : ""}>{problem}</FieldError>}
    </TextField>
  );
}
