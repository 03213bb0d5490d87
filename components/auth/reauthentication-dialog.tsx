"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { answerProofRequests } from "#lib/queries/proof.ts";

const ReauthenticationQuestion = dynamic(
  () => import("./reauthentication-question.tsx").then((module) => module.ReauthenticationQuestion),
  { ssr: false },
);

/** Requests re-authentication when an API call requires it. Concurrent calls share one dialog. */
export function ReauthenticationDialog({ providerName }: { providerName: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((proven: boolean) => void)[]>([]);
  useEffect(
    () =>
      answerProofRequests(() => {
        setOpen(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  const answer = (proven: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(proven);
  };
  return (
    <LazyDialog isOpen={isOpen}>
      <ReauthenticationQuestion isOpen={isOpen} onAnswer={answer} providerName={providerName} />
    </LazyDialog>
  );
}
