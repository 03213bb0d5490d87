import { useTranslations } from "next-intl";
import { HitSummary } from "#components/find/hit-summary.tsx";
import { useMatchedName } from "#components/find/use-matched-name.ts";
import { VerificationMark } from "#components/find/verification-mark.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Hit } from "#lib/contract/find.ts";

/** Secondary text of a search hit. */
export function HitNote({ hit }: { hit: Hit }) {
  const t = useTranslations("palette");
  const matchedName = useMatchedName();
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className="text-foreground">
        <HitSummary hit={hit} />
      </span>
      <span>
        {t.rich(hit.exact ? "recordNote" : "recordNoteBegins", {
          field: matchedName(hit.matched),
          merchant: () => <MerchantName slug={hit.merchant} />,
        })}
      </span>
      <VerificationMark hit={hit} />
      {hit.occurredAt ? <Timestamp at={hit.occurredAt} isEstimated={hit.isTimeEstimated} precision="row" /> : null}
    </span>
  );
}
