import { useSentence } from "#components/language/sentences.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Hit } from "#lib/contract/find.ts";

/** A hit in the user's language: its amount, if any, and its type. */
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
