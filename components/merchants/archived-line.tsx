"use client";

import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { useMerchant } from "./use-merchant.ts";

/** Since when the merchant of the page is archived; nothing for any other. */
export function ArchivedPageLine() {
  const { merchant } = useParams<{ merchant?: string }>();
  return merchant === undefined ? null : <Line merchant={merchant} />;
}

/** The same for a record of a list over all merchants; on a merchant's own pages the page says it. */
export function ArchivedRecordLine({ merchant }: { merchant: string }) {
  const { merchant: ofPage } = useParams<{ merchant?: string }>();
  return ofPage === undefined ? <Line merchant={merchant} /> : null;
}

function Line({ merchant: slug }: { merchant: string }) {
  const t = useTranslations("frame.merchants.archive");
  const { environment } = useEnvironment();
  const at = useMerchant(environment, slug)?.archivedAt;
  if (!at) return null;
  return (
    <p className="archived-line pb-2 text-muted text-xs">
      {t.rich("line", { time: () => <Timestamp at={at} precision="row" /> })}
    </p>
  );
}
