"use client";

import { FieldError, Label, TextField } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useState } from "react";
import { Announced } from "#components/ui/announced.tsx";
import { Input } from "#components/ui/input.tsx";
import { tagMax, toTagKey } from "#lib/contract/tag-name.ts";
import { tagsQuery } from "#lib/queries/tags.ts";
import { fittingTags } from "./fitting-tags.ts";

type Props = {
  environment: string;
  label: string;
  /** Not offered, since they are there. */
  present: readonly string[];
  text: string;
  onText: (text: string) => void;
  /** A tag was chosen, or typed and entered. */
  onChoose: (name: string) => void;
  problem: string | undefined;
  placeholder?: string;
};

/** A field for a tag that offers those that exist: arrow keys go through them, Enter takes one or what was typed. */
export function TagInput({ environment, label, present, text, onText, onChoose, problem, placeholder }: Props) {
  const t = useTranslations("tags");
  const id = useId();
  const { data } = useQuery(tagsQuery(environment));
  const [active, setActive] = useState(-1);
  /** Without a text the tags are offered on ArrowDown. */
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? fittingTags(data?.items ?? [], { text, present }) : [];
  const type = (next: string) => {
    onText(next);
    setOpen(next.trim() !== "");
    setActive(-1);
  };
  const choose = (name: string) => {
    onChoose(name);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const slots = shown.length + 1;
    if (event.key === "ArrowDown" && !isOpen) setOpen(true);
    else if (event.key === "ArrowDown") setActive((current) => ((current + 2) % slots) - 1);
    else if (event.key === "ArrowUp") setActive((current) => ((current + slots) % slots) - 1);
    else if (event.key === "Enter" && (shown[active] ?? toTagKey(text)) !== "") choose(shown[active] ?? text);
    else if (event.key === "Escape" && shown.length > 0) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex min-w-0 grow flex-col gap-1">
      <TextField value={text} onChange={type} isInvalid={problem !== undefined} validationBehavior="aria" fullWidth>
        <Label>{label}</Label>
        <Input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[active] === undefined ? undefined : `${id}-${active}`}
          maxLength={tagMax}
          placeholder={placeholder}
          autoComplete="off"
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <FieldError>{problem}</FieldError>
      </TextField>
      {/* Keeps the focus in the field. */}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("existing")}
        tabIndex={-1}
        className="max-h-40 overflow-y-auto rounded-md border border-border empty:hidden"
        onPointerDown={(event) => event.preventDefault()}
      >
        {shown.map((name, index) => (
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="cursor-pointer truncate px-2.5 py-1 text-sm hover:bg-default aria-selected:bg-default"
            onClick={() => choose(name)}
            onKeyDown={() => {}}
          >
            {name}
          </div>
        ))}
      </div>
      <Announced text={shown.length > 0 ? t("offered", { count: shown.length }) : ""} />
    </div>
  );
}
