"use client";

import { Button } from "@heroui/react";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main className="grid min-h-60 place-items-center p-6 text-center">
      <div className="flex flex-col items-center gap-3">
        <h1 className="font-semibold text-xl">This page could not be shown</h1>
        <p className="text-muted">Nothing was changed by it.{error.digest ? ` Reference ${error.digest}.` : ""}</p>
        <Button onPress={reset}>Try again</Button>
      </div>
    </main>
  );
}
