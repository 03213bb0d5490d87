"use client";

import { ComboBox, FieldError, Input, Label, ListBox } from "@heroui/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { merchantSearchQuery } from "#lib/queries/merchants.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { beginsWith } from "./begins-with.ts";
import { useMerchant } from "./use-merchant.ts";

export type MerchantSearchProps = {
  environment: string;
  label: string;
  value: string | null;
  onChange: (slug: string | null) => void;
  /** What an empty field means. */
  anyLabel?: string | undefined;
  problem?: string | undefined;
  className?: string;
  /** Opened by the user, to type at once. */
  isFocused?: boolean;
};

const settledMs = 120;

/** Selects one of very many merchants; the text is searched on the server. An emptied field selects none. */
export function MerchantSearch({ environment, label, value, onChange, ...look }: MerchantSearchProps) {
  const { anyLabel, problem, className = "w-48", isFocused = false } = look;
  const t = useTranslations("frame.merchants");
  const chosen = useMerchant(environment, value ?? undefined)?.name ?? value ?? "";
  /** Undefined: no typing in progress, so the field shows the selection. */
  const [typed, setTyped] = useState<string>();
  const text = useDebounced(typed ?? "", settledMs);
  const query = useQuery({
    ...merchantSearchQuery(environment, text.trim()),
    enabled: typed !== undefined,
    placeholderData: keepPreviousData,
  });
  const isOwn = !query.isPlaceholderData && text === (typed ?? "");
  // Results of an earlier text that do not fit cannot be chosen.
  const items = (query.data ?? []).filter((item) => isOwn || beginsWith(item, (typed ?? "").trim()));
  /** The selected slug until the next keystroke; passing it to the combo box closes its list. */
  const [picked, setPicked] = useState<string | null>(null);
  const type = (next: string | undefined) => {
    setPicked(null);
    setTyped(next);
  };
  const choose = (slug: string | null) => {
    setPicked(slug);
    setTyped(undefined);
    if (slug !== value) onChange(slug);
  };
  return (
    <ComboBox
      className={className}
      autoFocus={isFocused}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
      fullWidth={className.includes("w-full")}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="input"
      items={items}
      inputValue={typed ?? chosen}
      onInputChange={(next) => {
        if (next !== (typed ?? chosen)) type(next);
      }}
      selectedKey={picked}
      onSelectionChange={(key) => key !== null && choose(String(key))}
      onOpenChange={(isOpen) => isOpen && typed === undefined && type("")}
      onBlur={() => (typed?.trim() === "" && anyLabel !== undefined ? choose(null) : type(undefined))}
    >
      <Label>{label}</Label>
      <ComboBox.InputGroup>
        <Input placeholder={anyLabel ?? t("filterHint")} maxLength={100} autoComplete="off" className="min-w-0" />
        <ComboBox.Trigger />
      </ComboBox.InputGroup>
      <FieldError>{problem}</FieldError>
      <ComboBox.Popover maxHeight={320}>
        <ListBox
          renderEmptyState={() => <p className="p-2 text-muted">{query.isFetching || !isOwn ? t("loading") : t("nothing")}</p>}
        >
          {items.map(({ slug, name }) => (
            <ListBox.Item key={slug} id={slug} textValue={name}>
              <span className="flex min-w-0 flex-col">
                <span className="truncate">{name}</span>
                <span className="reference truncate text-muted text-xs">{slug}</span>
              </span>
            </ListBox.Item>
          ))}
        </ListBox>
      </ComboBox.Popover>
    </ComboBox>
  );
}
