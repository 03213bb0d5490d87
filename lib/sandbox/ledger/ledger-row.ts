/** One row as GET /accounting/v1/transactions lists it. */
export type LedgerRow = {
  id: number;
  date: string;
  payment_reference: string | null;
  transaction_type: string;
  transaction_currency: string;
  transaction_amount: number;
  original_currency: string;
  original_amount: number;
  sign: "Credit" | "Debit";
  reference_number: string | null;
  reference_number_type: "None" | "ReferenceNumber" | "InvoiceNumber" | "ProductID" | "ReservationNumber";
  terminal_id: string | null;
  serial_number: string | null;
  account_number: string;
  ruid: string | null;
  billing_descriptor: string | null;
  pan: string | null;
  description: string | null;
};

/** Row ids grow with time: the millisecond and a small number within it. Rows of payments use 500 and above. */
export function toRowId(atMs: number, within: number): number {
  return atMs * 1_000 + within;
}

/** When a row was booked, to the millisecond. */
export function rowTime({ id }: Pick<LedgerRow, "id">): number {
  return Math.floor(id / 1_000);
}

/** The gateway's time: to the second, without a zone; in UTC, or so many minutes ahead of it. */
export function toWireTime(atMs: number, offsetMinutes = 0): string {
  return new Date(atMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
}
