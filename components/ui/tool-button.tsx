import { Button } from "@heroui/react";
import type { ComponentProps, ReactNode } from "react";
import { ToolLabel } from "./tool-label.tsx";
import { Tooltip } from "./tooltip.tsx";

type Props = Omit<ComponentProps<typeof Button>, "size" | "variant" | "className" | "children"> & {
  label: string;
  icon: ReactNode;
};

/** A tool of a list: an icon with its name beside it, or as a tooltip where the filters need the room. */
export function ToolButton({ label, icon, ...button }: Props) {
  return (
    <Tooltip text={label}>
      <Button size="sm" variant="ghost" className="h-8 font-normal text-muted" {...button}>
        {icon}
        <ToolLabel>{label}</ToolLabel>
      </Button>
    </Tooltip>
  );
}
