"use client";

import { type ReactNode, useEffect, useRef } from "react";

const placeholder = "first-focus";

/** Has the focus until a field that is still loaded takes its place. */
export const FocusPlaceholder = () => <div tabIndex={-1} className={`${placeholder} h-16 outline-none`} />;

/** Content that was opened to be used at once: its first field or button receives the focus. */
export function FocusFirst({ children, className }: { children: ReactNode; className?: string }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    content.current?.querySelector<HTMLElement>(`input, select, button, [role=spinbutton], .${placeholder}`)?.focus();
  }, []);
  return (
    <div ref={content} className={className}>
      {children}
    </div>
  );
}
