import type { ReactNode } from "react";
import { Link } from "./link.tsx";
import { StatusMark, type Tone } from "./status-mark.tsx";

type Notice = {
  tone: Tone;
  title: string;
  text: ReactNode;
  /** Where it can be mended. */
  link?: { href: string; text: string };
};

/** A notice above every page; on a telephone its title and link, which fit in 48 px. Its region is there before it is, so that screen readers announce what comes into it. */
export function PageNotice({ notice }: { notice: Notice | undefined }) {
  return (
    <div role="status" className="border-border border-b bg-surface-tertiary px-4 py-1.5 text-center text-table empty:hidden">
      {notice ? (
        <>
          <StatusMark tone={notice.tone}>{notice.title}</StatusMark> <span className="max-sm:sr-only">{notice.text}</span>{" "}
          {notice.link ? (
            <Link href={notice.link.href} className="text-accent underline underline-offset-2">
              {notice.link.text}
            </Link>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
