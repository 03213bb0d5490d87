"use client";

import { Label, ListBox, Select } from "@heroui/react";
import { useTranslations } from "next-intl";

type Props = {
  label: string;
  value: string | null;
  options: readonly { value: string; label: string }[];
  /** Word for "not filtered"; without it something must always be chosen. */
  anyLabel?: string;
  onChange: (value: string | null) => void;
  className?: string;
  /** The options are still on their way. */
  isLoading?: boolean;
};

const any = "*";

/** One of a few. */
export function Choice({ label, value, options, anyLabel, onChange, className = "w-40", isLoading = false }: Props) {
  const t = useTranslations("table");
  const common = useTranslations("common");
  const all = anyLabel === undefined ? options : [{ value: any, label: anyLabel }, ...options];
  return (
    <Select
      className={className}
      isDisabled={isLoading}
      placeholder={isLoading ? common("loading") : t("chooseOne")}
      selectedKey={value ?? (anyLabel === undefined ? null : any)}
      onSelectionChange={(key) => onChange(key === any || key === null ? null : String(key))}
    >
      <Label>{label}</Label>
      <Select.Trigger>
        <Select.Value />
        <Select.Indicator />
      </Select.Trigger>
      <Select.Popover>
        <ListBox>
          {all.map((option) => (
            <ListBox.Item key={option.value} id={option.value} textValue={option.label}>
              {option.label}
              <ListBox.ItemIndicator />
            </ListBox.Item>
          ))}
        </ListBox>
      </Select.Popover>
    </Select>
  );
}
