import { expect, test } from "vitest";
import { toFieldRows } from "./field-rows.ts";

test("card numbers, tokens and customers' data are masked as in a notification, identifiers are not", () => {
  const record = {
    pan: "4111111111111111",
    card_token: "c2VjcmV0LWNhcmQtdG9rZW4=",
    payer: { email: "ana@customer.example", phone: "+359888123456", contact: { first_name: "Ana" } },
    description: "card 4111 1111 1111 1111",
    account_number: "4111111111111111",
    transaction_amount: 18.4,
    lines: [{ note: "4111111111111111", count: 2 }],
  };
  expect(toFieldRows(record).map(({ label, value }) => [label, value])).toEqual([
    ["Card", "••••1111"],
    ["card_token", "••••ZW4="],
    ["payer.email", "a••••@c••••"],
    ["payer.phone", "••••56"],
    ["payer.contact", '{"first_name":"A••••"}'],
    ["Description", "card ••••1111"],
    ["Account", "4111111111111111"],
    ["Amount", "18.4"],
    ["lines", '[{"note":"••••1111","count":2}]'],
  ]);
});
