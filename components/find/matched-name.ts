const names: Record<string, string> = {
  account: "account",
  amount: "amount",
  authCode: "authorisation code",
  email: "customer's e-mail",
  gatewayPaymentId: "payment id at the gateway",
  id: "transaction id",
  name: "customer's name",
  orderId: "order",
  ownReference: "own reference",
  pan: "card digits",
  paymentId: "payment id",
  phone: "customer's phone",
  reference: "reference",
  referenceNumber: "merchant's reference",
  rrn: "RRN",
  ruid: "RUID",
  stan: "STAN",
  terminal: "terminal",
  trnref: "IPC_Trnref",
};

/** The identifier that fitted, in words; one we have no word for is shown as it is called. */
export function matchedName(field: string): string {
  return names[field] ?? field;
}
