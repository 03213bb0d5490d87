"use client";

import { Description, FieldError, Label, TextField } from "@heroui/react";
import { Input } from "./input.tsx";
import { TextArea } from "./text-area.tsx";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem?: string | undefined;
  hint?: string | undefined;
  maxLength?: number;
  inputMode?: "decimal" | "text";
  isMultiline?: boolean;
  /** Its label says so. Every other field is required. */
  isOptional?: boolean;
};

/** A labelled field with its hint and its error. */
export function TextInput({
  label,
  value,
  onChange,
  problem,
  hint,
  maxLength = 255,
  inputMode = "text",
  isMultiline = false,
  isOptional = false,
}: Props) {
  return (
    <TextField
      value={value}
      onChange={onChange}
      isInvalid={problem !== undefined}
      isRequired={!isOptional}
      validationBehavior="aria"
      fullWidth
    >
      <Label>{label}</Label>
      {isMultiline ? (
        <TextArea rows={4} maxLength={maxLength} className="reference" />
      ) : (
        <Input maxLength={maxLength} inputMode={inputMode} autoComplete="off" />
      )}
      {hint === undefined ? null : <Description>{hint}</Description>}
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
    </TextField>
  );
}
