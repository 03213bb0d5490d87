import { Switch } from "@heroui/react";
import type { ReactNode } from "react";

type Props = { label: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void; isDisabled?: boolean };

/** A labelled switch. */
export function SwitchField({ label, isOn, onChange, isDisabled = false }: Props) {
  return (
    <Switch isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <Switch.Content>
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        {label}
      </Switch.Content>
    </Switch>
  );
}
