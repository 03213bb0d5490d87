export type TestOutcome = "Success" | "Rejected" | "Failed";

/** What the last two digits of an amount, in minor units, do to a payment in the sandbox; undefined: it never ends. */
const outcomesByEnding: ReadonlyMap<number, TestOutcome | undefined> = new Map([
  [5, "Rejected"],
  [6, "Failed"],
  [7, undefined],
]);

/** How the sandbox ends a payment of this amount (docs/payments.md); undefined: it stays in progress. */
export function testOutcomeOf(amountMinor: number): TestOutcome | undefined {
  const ending = amountMinor % 100;
  return outcomesByEnding.has(ending) ? outcomesByEnding.get(ending) : "Success";
}

const base = 1_200;

/** An amount for each outcome. */
export const testAmounts: readonly { amountMinor: number; outcome: TestOutcome | undefined }[] = [
  0,
  ...outcomesByEnding.keys(),
].map((ending) => ({ amountMinor: base + ending, outcome: testOutcomeOf(base + ending) }));
