"use client";

import { Checkbox } from "@heroui/react";

type Props = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

/** A labelled checkbox. */
export function CheckField({ label, isChecked, onChange }: Props) {
  return (
    <Checkbox isSelected={isChecked} onChange={onChange}>
      <Checkbox.Content>
        <Checkbox.Control>
          <Checkbox.Indicator />
        </Checkbox.Control>
        {label}
      </Checkbox.Content>
    </Checkbox>
  );
}
