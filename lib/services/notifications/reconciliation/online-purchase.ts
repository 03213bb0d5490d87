/** "Online purchase" and "Payment": the booking of a checkout sale. */
export const onlineTypes: readonly string[] = ["009", "013"];

/** A notification follows its payment at once, but a gateway that tries again may take minutes. */
export const arrivesWithinMs = 3 * 60_000;

/**
 * Whether a transaction is a sale for which URL_Notify is called: only these can be recorded but never notified. Terminal
 * sales, fees, refunds and payouts cannot.
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
