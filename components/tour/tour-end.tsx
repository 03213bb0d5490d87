"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import type { PaymentLinkState } from "#lib/contract/payment-link.ts";
import { beginTour, type Tour, tourSteps } from "./tour-state.ts";
import { saveTour } from "./tour-store.ts";

/** Summary of the tour, with links to continue. */
export function TourEnd({ tour, link }: { tour: Tour; link: PaymentLinkState | undefined }) {
  const t = useTranslations("tour");
  const seen = tourSteps.filter((step) => tour.done.includes(step));
  const base = `/sandbox/${tour.merchant}`;
  const reference = link?.trnref ? `/sandbox/find?q=${link.trnref}` : undefined;
  return (
    <div className="flex flex-col gap-3">
      <p>{seen.length === 0 ? t("sawNothing") : t("saw")}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {seen.map((step) => (
          <li key={step}>{t(`steps.${step}.seen`)}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4">
        <Link
          href={reference ?? `${base}/transactions`}
          className="inline-flex min-h-8 items-center text-accent underline underline-offset-2"
        >
          {t("inLedger")}
        </Link>
        <Link
          href="/sandbox/settings/scenarios"
          className="inline-flex min-h-8 items-center text-accent underline underline-offset-2"
        >
          {t("whenWrong")}
        </Link>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onPress={() => saveTour(beginTour(tour.merchant))}>
          {t("again")}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => saveTour(undefined)}>
          {t("end")}
        </Button>
      </div>
    </div>
  );
}
