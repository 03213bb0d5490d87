"use client";

import { Button } from "@heroui/react";
import Link2 from "lucide-react/dist/esm/icons/link-2.mjs";
import { copyLink } from "./copy-link.ts";
import { shareWords as words } from "./share-words.ts";

/** Shares what is looked at, by its address. */
export function ShareButton() {
  return (
    <Button
      isIconOnly
      size="sm"
      variant="ghost"
      aria-label={words.name}
      onPress={() => void copyLink()}
      className="max-sm:hidden"
    >
      <Link2 aria-hidden="true" />
    </Button>
  );
}
