"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** What has the focus until a field that is loaded only then takes its place. */
const placeholder = ".first-focus";

/** Content that was opened to be used at once: its first field or button receives the focus. */
export function FocusFirst({ children, className }: { children: ReactNode; className?: string }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.querySelector<HTMLElement>(`input, select, button, [role=spinbutton], ${placeholder}`)?.focus();
  }, []);
  return (
    <div ref={content} className={className}>
      {children}
    </div>
  );
}
