"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";

const shownMax = 300;

/** A value; one of more than 300 characters shows its beginning until it is opened, and then scrolls in place. */
export function LongText({ text }: { text: string }) {
  const t = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  if (text.length <= shownMax) return text;
  return (
    <>
      {isOpen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled by keyboard, too.
        <span tabIndex={0} className="block max-h-80 overflow-y-auto">
          {text}
        </span>
      ) : (
        <span>{`${text.slice(0, shownMax)}… `}</span>
      )}
      <Button size="sm" variant="ghost" onPress={() => setOpen(!isOpen)}>
        {isOpen ? t("showLess") : t("showAll", { count: text.length })}
      </Button>
    </>
  );
}
