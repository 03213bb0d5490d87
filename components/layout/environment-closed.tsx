import Link from "next/link";
import { errorText } from "#lib/core/errors.ts";
import { NoticePage } from "./notice-page.tsx";

/** In place of every page of an environment that is not open to this person. */
export function EnvironmentClosed() {
  return (
    <NoticePage
      title="This environment is closed"
      action={
        <Link href="/sandbox" className="text-accent underline underline-offset-2">
          Go to the sandbox
        </Link>
      }
    >
      {errorText("environment_closed")}
    </NoticePage>
  );
}
