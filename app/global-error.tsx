"use client";

import { NoticePage } from "#components/layout/notice-page.tsx";
import "./globals.css";

type Props = { error: Error & { digest?: string } };

/** In place of the whole document when not even the layout could be made. */
export default function GlobalError({ error }: Props) {
  return (
    <html lang="en">
      <body className="antialiased">
        <title>The desk could not be shown – Counterfoil</title>
        <main>
          <NoticePage
            title="The desk could not be shown"
            action={
              <button type="button" className="text-accent underline underline-offset-2" onClick={() => location.reload()}>
                Load it again
              </button>
            }
          >
            Nothing was changed.{error.digest ? ` Reference ${error.digest}.` : ""}
          </NoticePage>
        </main>
      </body>
    </html>
  );
}
