"use client";

import { Fragment, type ReactNode, useState } from "react";

/**
 * Around a dialog or drawer whose code is loaded with its first opening. Each opening begins anew, without what was typed, answered
 * or refused in the one before.
 */
export function LazyDialog({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [{ wasOpen, openings }, setState] = useState({ wasOpen: false, openings: 0 });
  if (isOpen !== wasOpen) setState({ wasOpen: isOpen, openings: isOpen ? openings + 1 : openings });
  return openings === 0 ? null : <Fragment key={openings}>{children}</Fragment>;
}
