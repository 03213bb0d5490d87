import { useSentence } from "#components/language/sentences.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Hit } from "#lib/contract/find.ts";

/** What a hit is, in the person's language: its amount where it has one, and what it was. */
export function HitSummary({ hit: { money, what } }: { hit: Hit }) {
  const say = useSentence();
  return (
    <>
      {money ? <Money {...money} /> : null}
      {money ? " · " : ""}
      {say(what)}
    </>
  );
}
