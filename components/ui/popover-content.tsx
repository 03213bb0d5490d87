import { Popover } from "@heroui/react";
import type { ComponentProps } from "react";

/** Only the dialog inside has a name: React Aria names the box as well, which has no role and so would be text outside of every landmark. */
const nameless = { "aria-labelledby": "" };

/** The box around a popover's dialog. */
export function PopoverContent(props: ComponentProps<typeof Popover.Content>) {
  return <Popover.Content {...props} {...nameless} />;
}
