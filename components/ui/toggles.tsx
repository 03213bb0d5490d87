import { ToggleButton, ToggleButtonGroup } from "@heroui/react";

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Undefined: none is selected. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  className?: string;
};

/** A single choice with all options visible; on telephones a strip that scrolls sideways. */
export function Toggles<Value extends string>({ label, options, value, onChange, className = "" }: Props<Value>) {
  return (
    <ToggleButtonGroup
      size="sm"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection={value !== undefined}
      selectedKeys={value === undefined ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value));
        if (chosen) onChange(chosen.value);
      }}
      className={`max-w-full max-sm:justify-start max-sm:overflow-x-auto max-sm:[scrollbar-width:none] print:hidden ${className}`}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className="shrink-0">
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
