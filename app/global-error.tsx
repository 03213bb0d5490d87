"use client";

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>The desk could not be shown</h1>
          <p>Load the page again in a moment.{error.digest ? ` Reference ${error.digest}.` : ""}</p>
        </main>
      </body>
    </html>
  );
}
