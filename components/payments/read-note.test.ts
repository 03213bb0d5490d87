import { expect, test } from "vitest";
import { readNote } from "./read-note.ts";

test("a code of the gateway is said in words where there are some, and quoted where not", () => {
  const declined = { note: "TRANSACTION_DECLINED", noteDetails: { reason: "answered_transaction_declined" } };
  expect(readNote(declined)).toEqual({ message: "transaction declined", reason: "answered_transaction_declined" });
  const unknown = { note: "ISSUER_OFFLINE", noteDetails: { reason: "answered_issuer_offline" } };
  expect(readNote(unknown)).toEqual({ code: "ISSUER_OFFLINE" });
});

test("a sentence is said as it is, and what the status says already is not repeated", () => {
  const sentence = { note: "Reversal requested.", noteDetails: { reason: "reversal_requested" } };
  expect(readNote(sentence)).toEqual({ message: "Reversal requested.", reason: "reversal_requested" });
  expect(readNote({ note: "TRANSACTION_SUCCESS", noteDetails: { reason: "answered_transaction_success" } })).toBeUndefined();
  const notTaken = { note: "It didn't happen.", noteDetails: { reason: "payment_not_taken" } };
  expect(readNote(notTaken)).toBeUndefined();
  expect(readNote({ note: null })).toBeUndefined();
});
