import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { type StateTexts, toStateSentence } from "#lib/core/record-sentence.ts";
import texts from "../../messages/en/states.json" with { type: "json" };
import { transactionDetailState } from "./record-state.ts";
import type { TransactionDetail } from "./transaction.ts";

test("a reference that the gateway knows and whose row has not been read has a sentence", () => {
  const detail = { rows: [], notifications: [], mentions: [], payments: [] } as unknown as TransactionDetail;
  const state = transactionDetailState(detail);
  expect(state).toMatchObject({ name: "syncing", values: { at: null } });
  const t = createTranslator({ locale: "en-GB", messages: texts }) as unknown as StateTexts;
  expect(toStateSentence(t, state, { locale: "en-GB", zone: "UTC" })).toMatch(/./);
});
