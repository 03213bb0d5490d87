"use client";

import type { PointerEvent, ReactNode } from "react";
import { Link } from "./link.tsx";
import { StatusMark, type Tone } from "./status-mark.tsx";

type Notice = {
  tone: Tone;
  title: string;
  text: ReactNode;
  /** Where it can be mended. */
  link?: { href: string; text: string };
};

/**
 * A notice above every page in one line; its text is whole under the pointer, and on a telephone only its title and link are shown.
 * Its region is there before it is, so that screen readers announce what comes into it.
 */
export function PageNotice({ notice }: { notice: Notice | undefined }) {
  return (
    <div
      role="status"
      className="border-border border-b bg-surface-tertiary px-4 py-1.5 text-center text-table empty:hidden sm:flex sm:items-baseline sm:justify-center sm:gap-1.5"
    >
      {notice ? (
        <>
          <StatusMark tone={notice.tone}>{notice.title}</StatusMark>{" "}
          <span onPointerEnter={nameWhole} className="max-sm:sr-only sm:truncate">
            {notice.text}
          </span>{" "}
          {notice.link ? (
            <Link href={notice.link.href} className="shrink-0 text-accent underline underline-offset-2">
              {notice.link.text}
            </Link>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** The text may contain a time, which only the rendered element has in words. */
function nameWhole({ currentTarget }: PointerEvent<HTMLElement>): void {
  currentTarget.title = currentTarget.textContent;
}
