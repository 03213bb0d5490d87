"use client";

import Link from "next/link";
import { useParams } from "next/navigation";
import { useEnvironment } from "./environment-context.tsx";
import { NoticePage } from "./notice-page.tsx";

/** For an address within an environment that leads nowhere. A merchant that is not this person's looks like none. */
export function NotFoundNotice() {
  const { environment } = useEnvironment();
  const { merchant } = useParams<{ merchant?: string }>();
  return (
    <NoticePage
      title={merchant === undefined ? "There is no such page here" : "There is no such merchant or page here"}
      action={
        <>
          <Link href={`/${environment}`} className="text-accent underline underline-offset-2">
            Go to the overview
          </Link>
          <Link href={`/${environment}/find`} className="text-accent underline underline-offset-2">
            Find a record
          </Link>
        </>
      }
    >
      The address may be mistyped, belong to another environment, or not be yours to see.
    </NoticePage>
  );
}
