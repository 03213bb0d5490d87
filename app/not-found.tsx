import type { Metadata } from "next";
import Link from "next/link";
import { NoticePage } from "#components/layout/notice-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main>
      <NoticePage
        title="There is no such page here"
        action={
          <Link href="/" className="text-accent underline underline-offset-2">
            Go to the desk
          </Link>
        }
      >
        The address may be mistyped, or it is not yours to see.
      </NoticePage>
    </main>
  );
}
