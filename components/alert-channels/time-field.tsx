import { FieldError, Label, TextField } from "@heroui/react";
import { Input } from "#components/ui/input.tsx";

type Props = { label: string; value: string; onChange: (value: string) => void; problem?: string | undefined };

/** A time of day, with the browser's own input. */
export function TimeField({ label, value, onChange, problem }: Props) {
  return (
    <TextField value={value} onChange={onChange} isInvalid={problem !== undefined} validationBehavior="aria" className="w-40">
      <Label>{label}</Label>
      <Input type="time" />
      {problem === undefined ? null : <FieldError>{problem}</FieldError>}
    </TextField>
  );
}
