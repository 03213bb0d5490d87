import type { ReactNode } from "react";

/** One filter of a list, in its line of filters. */
export type BarFilter = {
  key: string;
  label: string;
  /** Null: not set. */
  value: string | null;
  isWrong: boolean;
  /** Has a place of its own in the line, so no chip. */
  isElsewhere?: boolean;
  input: (close: () => void) => ReactNode;
};
