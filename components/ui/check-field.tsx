"use client";

import { Checkbox } from "@heroui/react";

type Props = {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** The element that says what is wrong with it, or with the group it is one of. */
  problemId?: string | undefined;
};

/** A labelled checkbox. */
export function CheckField({ label, isChecked, onChange, problemId }: Props) {
  return (
    <Checkbox
      isSelected={isChecked}
      onChange={onChange}
      isInvalid={problemId !== undefined}
      validationBehavior="aria"
      {...(problemId !== undefined && { "aria-describedby": problemId })}
    >
      <Checkbox.Content>
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
        {label}
      </Checkbox.Content>
    </Checkbox>
  );
}
