import { expect, test } from "vitest";
import { joinForm, readMemory, rememberMade, rememberSent, replaceForm } from "./form-memory.ts";

let ids = 0;
const newId = () => `form-${++ids}`;
const form = { terminalId: "81000001", amount: "5" };

test("a second tab and a reload take up the same form until it has made its payment", () => {
  const first = joinForm(readMemory(null), newId);
  const second = joinForm(readMemory(JSON.stringify(first.memory)), newId);
  expect(second.id).toBe(first.id);
  const sent = rememberSent(second.memory, first.id, form);
  expect(joinForm(sent, newId).id).toBe(first.id);
  expect(sent.sent[first.id]).toEqual(form);
  const made = rememberMade(sent, first.id, "payment-1");
  expect(made).toMatchObject({ sent: {}, made: { [first.id]: "payment-1" }, terminalId: "81000001" });
  expect(joinForm(made, newId).id).not.toBe(first.id);
});

test("a rejected form is replaced by a new one", () => {
  const { id, memory } = joinForm(readMemory(null), newId);
  const replaced = replaceForm(rememberSent(memory, id, form), id, "next");
  expect(joinForm(replaced, newId).id).toBe("next");
  expect(replaced.sent).toEqual({});
});

test("charging a payment again has its own form, whatever another form sent, and one only until it has made its payment", () => {
  const first = joinForm(readMemory(null), newId);
  const sent = rememberSent(first.memory, first.id, form);
  const again = joinForm(sent, newId, "payment-b");
  expect(again.id).not.toBe(first.id);
  expect(again.memory.sent[again.id]).toBeUndefined();
  expect(joinForm(again.memory, newId).id).toBe(first.id);
  expect(joinForm(again.memory, newId, "payment-c").id).not.toBe(again.id);
  const lost = rememberSent(again.memory, again.id, { ...form, amount: "7" });
  expect(joinForm(lost, newId, "payment-b").id).toBe(again.id);
  const made = rememberMade(lost, again.id, "payment-d");
  expect(made.made[joinForm(made, newId, "payment-b").id]).toBe("payment-d");
  const replaced = replaceForm(made, again.id, "next");
  expect(joinForm(replaced, newId, "payment-b").id).toBe("next");
  expect(joinForm(replaced, newId).id).toBe(first.id);
});

test("an old tab's payment leaves the newer form open", () => {
  const { id, memory } = joinForm(readMemory(null), newId);
  expect(rememberMade(replaceForm(memory, id, "next"), id, "payment-1").open).toBe("next");
});

test("only the last thirty are stored, and unreadable data is ignored", () => {
  let memory = readMemory("{");
  for (let index = 0; index < 40; index++) memory = rememberMade(memory, `f${index}`, `p${index}`);
  expect(Object.keys(memory.made)).toHaveLength(30);
  expect(memory.made.f39).toBe("p39");
  for (let index = 0; index < 40; index++) memory = joinForm(memory, newId, `p${index}`).memory;
  expect(Object.keys(memory.again)).toHaveLength(30);
  const { again: _, ...older } = memory;
  expect(readMemory(JSON.stringify(older))).toEqual({ ...memory, again: {} });
  for (const text of ['{"open":1}', "[]", "null", '{"open":null,"sent":{"a":{"amount":1}},"made":{},"terminalId":null}'])
    expect(readMemory(text), text).toEqual(readMemory(null));
});
