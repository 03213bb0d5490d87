import type { ReactNode } from "react";

/** The words beside the icon of a tool of a list; only its icon where the filters need the room. */
export const ToolLabel = ({ children }: { children: ReactNode }) => (
  <span className="tool-label max-xl:sr-only group-data-filtered/filters:max-2xl:sr-only">{children}</span>
);
