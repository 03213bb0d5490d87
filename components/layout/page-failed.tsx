"use client";

import { Button } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { NoticePage } from "./notice-page.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** In place of a page whose making failed; the digest names the failure in the log. */
export function PageFailed({ error, reset }: Props) {
  const router = useRouter();
  const [isTrying, startTrying] = useTransition();
  const tryAgain = () =>
    startTrying(() => {
      router.refresh();
      reset();
    });
  return (
    <NoticePage
      title="This page could not be shown"
      action={
        <Button isPending={isTrying} onPress={tryAgain}>
          Try again
        </Button>
      }
    >
      Nothing was changed by it.{error.digest ? ` Reference ${error.digest}.` : ""}
    </NoticePage>
  );
}
