import type { ReactNode } from "react";

/** One filter of a list, in its line of filters. */
export type BarFilter = {
  key: string;
  label: string;
  /** Null: not set. */
  value: string | null;
  isWrong: boolean;
  input: (close: () => void) => ReactNode;
};
