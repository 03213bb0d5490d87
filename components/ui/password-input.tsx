"use client";

import { Description, FieldError, Label, TextField } from "@heroui/react";
import { Input } from "./input.tsx";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: "current-password" | "new-password";
  hint?: string;
  problem?: string | undefined;
  autoFocus?: boolean;
  maxLength?: number;
};

export function PasswordInput({
  label,
  value,
  onChange,
  autoComplete,
  hint,
  problem,
  autoFocus = false,
  maxLength = 128,
}: Props) {
  return (
    <TextField
      type="password"
      value={value}
      onChange={onChange}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      isRequired
      fullWidth
    >
      <Label>{label}</Label>
      <Input autoComplete={autoComplete} autoFocus={autoFocus} maxLength={maxLength} />
      {hint === undefined ? null : <Description>{hint}</Description>}
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
    </TextField>
  );
}
