import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { openTransaction, sealTransactions } from "./sealed-transaction.ts";

const key = randomBytes(32);
const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key })], hashSecret: key });
const row = { merchantId: "merchant", id: "1" };
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
