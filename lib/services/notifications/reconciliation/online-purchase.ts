/** "Online purchase" and "Payment", which is how a sale at the checkout is booked. */
export const onlineTypes: readonly string[] = ["009", "013"];

/**
 * Whether a ledger row is a sale for which URL_Notify is called: only these can be recorded but never notified. Sales at
 * a terminal, fees, refunds and payouts cannot.
 */
export function isOnlinePurchase({
  type,
  sign,
  terminalId,
}: {
  type: string | null;
  sign: string;
  terminalId: string | null;
}): boolean {
  return type !== null && onlineTypes.includes(type) && sign === "credit" && terminalId === null;
}
