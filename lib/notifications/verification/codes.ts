/** The label of a received field, and whether its value is personal data. */
export type KnownField = { name: string; label: string; personal: boolean };

const plain = (name: string, label: string): KnownField => ({ name, label, personal: false });
const personal = (name: string, label: string): KnownField => ({ name, label, personal: true });

/** The fields in the gateway's documentation; PreAuthExpDate belongs to IPCPreAuthorizationNotify. */
export const knownFields: readonly KnownField[] = [
  plain("IPCmethod", "Method"),
  plain("SID", "Store (SID)"),
  plain("Amount", "Amount"),
  plain("Currency", "Currency"),
  plain("OrderID", "Order"),
  plain("IPC_Trnref", "Transaction reference"),
  plain("RequestDateTime", "Requested at (no time zone)"),
  plain("RequestSTAN", "Sequence number (STAN)"),
  personal("CardToken", "Card token"),
  plain("PAN", "Card, last four digits"),
  personal("ExpDate", "Card expiry (YYMM)"),
  plain("PaymentMethod", "Payment method"),
  plain("PaymentType", "Payment type"),
  plain("CardBrand", "Card brand"),
  plain("CardType", "Card type"),
  personal("CustomerEmail", "Customer e-mail"),
  personal("CustomerPhone", "Customer phone"),
  personal("CustomerFirstNames", "Customer first names"),
  personal("CustomerFamilyName", "Customer family name"),
  plain("BillingDescriptor", "Statement descriptor"),
  plain("PreAuthExpDate", "Pre-authorisation ends (YYMMDD)"),
  plain("Signature", "Signature"),
];

const byName = new Map(knownFields.map((field) => [field.name.toLowerCase(), field]));

export function findKnownField(name: string): KnownField | undefined {
  return byName.get(name.toLowerCase());
}

const codes = (...names: string[]) => new Map(names.map((name, index) => [String(index), name]));
const from1 = (...names: string[]) => new Map(names.map((name, index) => [String(index + 1), name]));

/** Keyed by the field's name in lower case, then by its value. */
export const codeMeanings: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ["paymentmethod", from1("Card", "iDEAL", "Both", "Satispay", "TWINT", "IRIS", "Click to Pay")],
  ["paymenttype", from1("Card", "Google Pay", "Apple Pay", "iDEAL", "Satispay", "TWINT", "IRIS", "Click to Pay")],
  ["cardbrand", codes("Unknown", "MasterCard", "VISA", "JCB", "Bancontact", "AMEX", "Discover")],
  ["cardtype", codes("Unknown", "MasterCard", "Maestro", "VISA", "Electron", "V PAY", "JCB", "Bancontact", "American Express")],
  [
    "ipcmethod",
    new Map([
      ["IPCPurchaseNotify", "Payment made"],
      ["IPCPurchaseRollback", "Payment reversed"],
      ["IPCPreAuthorizationNotify", "Payment pre-authorised"],
      ["IPCSignatureVerify", "Setup test"],
      ["IPCPurchaseOK", "Customer sent back: paid"],
      ["IPCPreAuthorizationOK", "Customer sent back: amount reserved"],
      ["IPCPurchaseCancel", "Customer sent back: not paid"],
    ]),
  ],
]);

/** The meaning of a code; null when the field has no codes or this one is unknown (the set may grow). */
export function codeMeaning(name: string, value: string): string | null {
  return codeMeanings.get(name.toLowerCase())?.get(value) ?? null;
}
