import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { VaultError } from "#lib/vault/aead.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { bareTransaction } from "../testing/bare-transaction.ts";
import { openTransaction, sealTransactions } from "./sealed-transaction.ts";

const key = randomBytes(32);
const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key })], hashSecret: key });
const row = {
  ...{ ...bareTransaction, merchantId: "merchant", id: "1" },
  ...{ occurredAtText: "2026-03-04T10:00:00", sign: "debit", amountText: "-1.20", currency: "EUR" },
};
const names = fc.oneof(fc.constantFrom("id", "pan", "", "__proto__", "description"), fc.string());

test("any content of a row is restored exactly", () => {
  const records = fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(fc.oneof(records, fc.jsonValue()), fc.option(fc.string()), (value, description) => {
      const content = { record: JSON.parse(JSON.stringify(value)), description };
      const [sealed = Buffer.alloc(0)] = sealTransactions(vault, [{ ...row, ...content }]);
      expect(openTransaction(vault, { ...row, sealed })).toEqual(content);
    }),
  );
});

test("what the columns have too takes almost no room", () => {
  const named = {
    reference: "POSA00048271CURK",
    type: "013",
    accountNumber: "50000000901",
    terminalId: "81000901",
    pan: "*5798",
  };
  const record = {
    ...{ id: 1_761_053_411_325_000, date: "2025-10-21T13:30:11", payment_reference: named.reference, transaction_type: "013" },
    ...{
      transaction_currency: "EUR",
      transaction_amount: 43.84,
      original_currency: "EUR",
      original_amount: 43.84,
      sign: "Credit",
    },
    ...{
      reference_number: "BO-20260000",
      reference_number_type: "ProductID",
      terminal_id: "81000901",
      serial_number: "SN0081000901",
    },
    ...{ account_number: "50000000901", ruid: null, billing_descriptor: null, pan: "*5798", description: "Book 1" },
  };
  const columns = {
    ...row,
    ...named,
    id: String(record.id),
    sign: "credit",
    amountText: "43.84",
    referenceNumber: "BO-20260000",
  };
  const sized = (item: Omit<Parameters<typeof openTransaction>[1], "sealed">) =>
    sealTransactions(vault, [{ ...item, record, description: "Book 1" }])[0]?.length ?? 0;
  expect(sized({ ...columns, occurredAtText: record.date })).toBeLessThan(sized(row) - 60);
});

test("beside other columns a row does not open", () => {
  const content = { record: { reference_number: "BO-20260000", pan: "*5798" }, description: "Book BO-20260000" };
  const columns = { ...row, referenceNumber: "BO-20260000" };
  const [sealed = Buffer.alloc(0)] = sealTransactions(vault, [{ ...columns, ...content }]);
  expect(openTransaction(vault, { ...columns, sealed })).toEqual(content);
  expect(() => openTransaction(vault, { ...columns, referenceNumber: "BO-20260001", sealed })).toThrow(VaultError);
});
