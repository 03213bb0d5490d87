import { useSay } from "#components/language/say.ts";
import { Money } from "#components/ui/money.tsx";
import type { Hit } from "#lib/contract/find.ts";

/** A hit in the user's language: its amount, if any, and its type. */
export function HitSummary({ hit: { money, what, whatDetails } }: { hit: Hit }) {
  const say = useSay();
  return (
    <>
      {money ? <Money {...money} /> : null}
      {money ? " · " : ""}
      {say({ message: what, ...whatDetails })}
    </>
  );
}
