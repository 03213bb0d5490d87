"use client";

import { Button } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { NoticePage } from "./notice-page.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Shown instead of a page that failed to render; the digest identifies the error in the log. */
export function PageFailed({ error, reset }: Props) {
  const t = useTranslations("frame.failed");
  const common = useTranslations("common");
  const router = useRouter();
  const [isTrying, startTrying] = useTransition();
  const tryAgain = () =>
    startTrying(() => {
      router.refresh();
      reset();
    });
  return (
    <NoticePage
      title={t("title")}
      action={
        <Button isPending={isTrying} onPress={tryAgain}>
          {common("tryAgain")}
        </Button>
      }
    >
      {error.digest ? t("textReference", { digest: error.digest }) : t("text")}
    </NoticePage>
  );
}
