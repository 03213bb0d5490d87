import fc from "fast-check";
import { expect, test } from "vitest";
import { hideInText, hidePersonal } from "./hide-personal.ts";

test("e-mail addresses, phone numbers and card endings are removed from text", () => {
  expect(hideInText("ana.petrova@example.bg wrote")).toBe("•••@••• wrote");
  expect(hideInText("call +359 888 123 456 now")).toBe("call •••• now");
  expect(hideInText("paid by *4242, 4111 **** **** 1111 and ••••0005")).toBe("paid by ••••, •••• and ••••");
  expect(hideInText("PAN****1234, 4111-****-1111, * * 12345 and * * 1234")).toBe("PAN••••, ••••, * * 12345 and ••••");
});

test("references, amounts, times and orders are left as they are", () => {
  for (const text of ["P2A3-77001-4471", "EUR 1,234.56", "2026-11-21T12:00:00.000Z", "HB-00123456789", "0012345678"])
    expect(hideInText(text)).toBe(text);
});

test("the card, the description and the sender's address of any record are always hidden", () => {
  const anything = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(anything, anything, anything, (pan, description, peer) => {
      const [row] = hidePersonal([{ pan, description, peer, reference: "R1", amountMinor: 5, empty: null }]);
      expect(row).toEqual({ pan: "••••", description: "••••", peer: "••••", reference: "R1", amountMinor: 5, empty: null });
    }),
  );
});

test("a labelled value is hidden only if its label is personal", () => {
  const show = (label: string, value: string) => hidePersonal({ label, value }).value;
  expect(["Card", "Payment from card", "Cardholder", "Description", "Customer e-mail"].map((label) => show(label, "x1"))).toEqual(
    Array.from({ length: 5 }, () => "••••"),
  );
  expect(["Card scheme", "Card brand", "Billing descriptor", "Amount", "Terminal"].map((label) => show(label, "x1"))).toEqual(
    Array.from({ length: 5 }, () => "x1"),
  );
  expect(show("Description", "")).toBe("");
});

test("a payment's additional fields keep their names only, whatever they hold", () => {
  const extra = { guest: "Ana Petrova", room: 12, address: { street: "Vitosha 5" }, nights: ["1", "2"], none: null };
  expect(hidePersonal({ payment: { extra, paymentId: "P1" } })).toEqual({
    payment: { extra: { guest: "••••", room: "••••", address: "••••", nights: "••••", none: "••••" }, paymentId: "P1" },
  });
  expect(hidePersonal({ extra: null })).toEqual({ extra: null });
});

test("rows in which the gateway sends additional fields back are hidden, those of other records are not", () => {
  const row = (label: string) => ({ label, value: "Ana Petrova" });
  const payment = { extra: { guest: "Ana Petrova" }, fields: [row("guest"), row("guest.first"), row("Terminal")] };
  const shown = hidePersonal({ payment, other: { fields: [row("guest")] } });
  expect(shown.payment.fields.map(({ value }) => value)).toEqual(["••••", "••••", "Ana Petrova"]);
  expect(shown.other.fields).toEqual([row("guest")]);
});

test("a header with the sender's address is hidden, others are not", () => {
  expect(hidePersonal({ name: "x-forwarded-for", value: "203.0.113.9" }).value).toBe("••••");
  expect(hidePersonal({ name: "content-type", value: "text/plain" }).value).toBe("text/plain");
  const compared = { name: "x-forwarded-for", left: "203.0.113.9", right: "203.0.113.10", change: "changed" };
  expect(hidePersonal(compared)).toEqual({ ...compared, left: "••••", right: "••••" });
  expect(hidePersonal({ ...compared, right: null })).toMatchObject({ left: "••••", right: null });
});

test("values that are not plain data are returned unchanged", () => {
  const response = new Response("x");
  expect(hidePersonal(response)).toBe(response);
});
