"use client";

import { FieldError, Label, TextField } from "@heroui/react";
import { type KeyboardEvent, useId, useState } from "react";
import { Announced } from "./announced.tsx";
import { Input } from "./input.tsx";

type Props = {
  label: string;
  /** What is offered for a text. */
  suggest: (text: string) => readonly string[];
  suggestionsLabel: string;
  /** Says to screen readers how many are offered. */
  announce: (count: number) => string;
  text: string;
  onText: (text: string) => void;
  /** One of those offered was chosen. */
  onChoose: (name: string) => void;
  maxLength: number;
  problem: string | undefined;
  placeholder?: string | undefined;
  /** The label is only for screen readers, where what stands around it says what it is. */
  isLabelHidden?: boolean;
};

/** A field that offers what exists: arrow keys go through it, Enter takes one, or sends the form with what was typed. */
export function SuggestInput(props: Props) {
  const { label, suggest, suggestionsLabel, announce, text, onText, onChoose, maxLength, problem, placeholder } = props;
  const id = useId();
  const [active, setActive] = useState(-1);
  /** Without a text everything is offered on ArrowDown. */
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? suggest(text) : [];
  const type = (next: string) => {
    onText(next);
    setOpen(next.trim() !== "");
    setActive(-1);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (name: string) => {
    onChoose(name);
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const slots = shown.length + 1;
    const marked = shown[active];
    if (event.key === "ArrowDown" && !isOpen) setOpen(true);
    else if (event.key === "ArrowDown") setActive((current) => ((current + 2) % slots) - 1);
    else if (event.key === "ArrowUp") setActive((current) => ((current + slots) % slots) - 1);
    else if (event.key === "Enter" && marked !== undefined) choose(marked);
    else if (event.key === "Escape" && shown.length > 0) setOpen(false);
    else if (event.key === "Enter") return close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex min-w-0 grow flex-col gap-1">
      <TextField
        value={text}
        onChange={type}
        isInvalid={problem !== undefined}
        validationBehavior="aria"
        fullWidth
        {...(props.isLabelHidden && { "aria-label": label })}
      >
        {props.isLabelHidden ? null : <Label>{label}</Label>}
        <Input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[active] === undefined ? undefined : `${id}-${active}`}
          maxLength={maxLength}
          placeholder={placeholder}
          autoComplete="off"
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <FieldError>{problem}</FieldError>
      </TextField>
      <Suggestions id={id} label={suggestionsLabel} names={shown} active={active} onChoose={choose} />
      <Announced text={shown.length > 0 ? announce(shown.length) : ""} />
    </div>
  );
}

type SuggestionsProps = {
  id: string;
  label: string;
  names: readonly string[];
  active: number;
  onChoose: (name: string) => void;
};

function Suggestions({ id, label, names, active, onChoose }: SuggestionsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className="max-h-40 overflow-y-auto rounded-md border border-border empty:hidden"
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
    >
      {names.map((name, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="cursor-pointer truncate px-2.5 py-1 text-sm hover:bg-default aria-selected:bg-default"
          onClick={() => onChoose(name)}
          onKeyDown={() => {}}
        >
          {name}
        </div>
      ))}
    </div>
  );
}
