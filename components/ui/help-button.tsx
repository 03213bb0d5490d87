"use client";

import { Popover } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CircleQuestionMark } from "./icons.tsx";
import { PopoverContent } from "./popover-content.tsx";
import { ToolButton } from "./tool-button.tsx";

/** What a list holds, behind a button among its tools, so that the words take no room from the rows. */
export function HelpButton({ children }: { children: ReactNode }) {
  const label = useTranslations("table")("about");
  return (
    <Popover>
      <ToolButton label={label} icon={<CircleQuestionMark aria-hidden="true" className="size-4" />} />
      <PopoverContent placement="bottom end" className="max-w-80">
        <Popover.Dialog aria-label={label}>
          <div className="flex flex-col gap-2">{children}</div>
        </Popover.Dialog>
      </PopoverContent>
    </Popover>
  );
}
