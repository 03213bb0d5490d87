/** The amounts under which a terminal payment may be recorded or listed: some gateways add the tip. */
export function recordedAmounts({ amountMinor, tipMinor }: { amountMinor: number; tipMinor: number }): readonly number[] {
  return tipMinor === 0 ? [amountMinor] : [amountMinor, amountMinor + tipMinor];
}
