import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import {
  createSigner,
  type Entry,
  notifyEntries,
  returnEntries,
  rollbackEntries,
  signedBody,
} from "#lib/notifications/testing/sign.ts";
import german from "../../../messages/de/returning.json" with { type: "json" };
import english from "../../../messages/en/returning.json" with { type: "json" };
import { createReceiveFixture, type ReceiveFixture } from "../notifications/testing/receive-fixture.ts";
import { type ReturnWords, renderReturnPage, waitSeconds } from "./return-page.ts";
import { readRedirect, readState } from "./return-state.ts";
import { openTicket, sealTicket, ticketLifeMs } from "./return-ticket.ts";

let fixture: ReceiveFixture;
beforeAll(async () => {
  fixture = await createReceiveFixture(["cafe"]);
});
afterAll(() => fixture.drop());

const clock = fixedClock();
const ports = () => ({ db: fixture.store.db, vault: fixture.ctx().vault, clock });
const openReturnPage = (body: string) => readRedirect(ports(), fixture.endpointId("cafe"), Buffer.from(body));
const toWords = (tag: ReturnWords["tag"], said: typeof english): ReturnWords => ({
  tag,
  say: (state) => said[state],
  order: (number) => said.order.replace("{order}", () => number),
});
const words = toWords("en-GB", english);
const signed = (entries: readonly Entry[]) => signedBody(entries, fixture.signer);

test("a genuine IPCPurchaseOK alone confirms nothing; the stored, valid notification does", async () => {
  const order = { orderId: "WAIT-1", trnref: "11" };
  const before = await openReturnPage(signed(returnEntries("IPCPurchaseOK", order)));
  expect(before).toMatchObject({ state: "not_yet", order: { orderId: "WAIT-1", amountMinor: null } });
  await fixture.receiveSigned("cafe", notifyEntries(order));
  expect(before?.ticket && (await readState(ports(), before.ticket))).toMatchObject({
    state: "paid",
    order: { orderId: "WAIT-1", amountMinor: 20000, currency: "EUR" },
  });
});

test("a forged notification in the log confirms nothing", async () => {
  const order = { orderId: "FORGED-1", trnref: "12" };
  await fixture.receive("cafe", signedBody(notifyEntries(order), createSigner()));
  expect(await openReturnPage(signed(returnEntries("IPCPurchaseOK", order)))).toMatchObject({ state: "not_yet" });
});

test("the redirect of an earlier, paid attempt does not confirm another attempt of the order", async () => {
  await fixture.receiveSigned("cafe", notifyEntries({ orderId: "TWO-1", trnref: "21" }));
  const replayed = await openReturnPage(signed(returnEntries("IPCPurchaseOK", { orderId: "TWO-1", trnref: "22" })));
  expect(replayed?.state).toBe("not_yet");
});

test("after a rollback the page shows it as returned, and an attempt that a rollback may concern is never shown as paid", async () => {
  const order = { orderId: "ROLL-1", trnref: "31" };
  await fixture.receiveSigned("cafe", notifyEntries(order));
  await fixture.receiveSigned("cafe", rollbackEntries(order));
  expect((await openReturnPage(signed(returnEntries("IPCPurchaseOK", order))))?.state).toBe("given_back");
  await fixture.receiveSigned("cafe", notifyEntries({ ...order, trnref: "32" }));
  expect((await openReturnPage(signed(returnEntries("IPCPurchaseOK", { ...order, trnref: "32" }))))?.state).toBe("needs_person");
});

test("a pre-authorization is shown as reserved once its notification is stored, and never as paid", async () => {
  const order = { orderId: "PRE-1", trnref: "61" };
  const before = await openReturnPage(signed(returnEntries("IPCPreAuthorizationOK", order)));
  expect(before).toMatchObject({ state: "not_yet", order: { orderId: "PRE-1" } });
  const notice = notifyEntries(order).map<Entry>(([name, value]) => [
    name,
    name === "IPCmethod" ? "IPCPreAuthorizationNotify" : value,
  ]);
  await fixture.receiveSigned("cafe", notice);
  expect(before?.ticket && (await readState(ports(), before.ticket))).toMatchObject({
    state: "reserved",
    order: { orderId: "PRE-1", amountMinor: 20000 },
  });
  await fixture.receiveSigned("cafe", rollbackEntries(order));
  expect(before?.ticket && (await readState(ports(), before.ticket))).toMatchObject({ state: "not_paid" });
});

test("a genuine IPCPurchaseCancel is shown as not paid", async () => {
  expect((await openReturnPage(signed(returnEntries("IPCPurchaseCancel", { orderId: "CANCEL-1" }))))?.state).toBe("not_paid");
});

test("an unproven redirect shows no order and runs no query", async () => {
  await fixture.receiveSigned("cafe", notifyEntries({ orderId: "SECRET-1", trnref: "41" }));
  const ok = signed(returnEntries("IPCPurchaseOK", { orderId: "SECRET-1", trnref: "41" }));
  const neutral = { state: "not_yet", order: null, ticket: null };
  expect(await openReturnPage(ok.replace("200.00", "1.00"))).toEqual(neutral);
  expect(await openReturnPage(ok.replace("OrderID=", "Order="))).toEqual(neutral);
  expect(await openReturnPage("OrderID=SECRET-1&IPCmethod=IPCPurchaseOK")).toEqual(neutral);
  expect(await openReturnPage("")).toEqual(neutral);
  // A notification of the gateway to us is not accepted as a browser's redirect.
  expect(await openReturnPage(signed(notifyEntries({ orderId: "SECRET-1", trnref: "41" })))).toEqual(neutral);
});

test("an endpoint that does not exist has no page", async () => {
  expect(await readRedirect(ports(), "f".repeat(32), Buffer.from(""))).toBeUndefined();
});

test("a ticket is valid for a quarter of an hour, for its endpoint, unchanged", () => {
  const { vault } = fixture.ctx();
  const endpointId = fixture.endpointId("cafe");
  const nowMs = clock.now();
  const ticket = { endpointId, orderId: "T", trnref: null, isCancel: false, until: nowMs + ticketLifeMs };
  const sealed = sealTicket(vault, ticket);
  const open = (text: string, at = nowMs, id = endpointId) => openTicket(vault, { ticket: text, endpointId: id, nowMs: at });
  expect(open(sealed)).toEqual(ticket);
  expect(open(sealed, nowMs + ticketLifeMs)).toBeUndefined();
  expect(open(sealed, nowMs, "other")).toBeUndefined();
  const forged = Buffer.from(JSON.stringify({ ...ticket, orderId: "OTHER" })).toString("base64url");
  expect(open(`${forged}.${sealed.split(".")[1]}`)).toBeUndefined();
  for (const nonsense of ["", ".", "a.b", forged]) expect(open(nonsense)).toBeUndefined();
});

test("the page escapes any order number", () => {
  const order = { orderId: `<script>alert("1")</script>`, amountMinor: 1234, currency: "EUR" };
  const ticket = { endpointId: "e".repeat(32), orderId: order.orderId, trnref: null, isCancel: false, until: 0 };
  const html = renderReturnPage({ state: "paid", order, ticket }, words);
  expect(html).not.toContain("<script");
  expect(html).toContain("12.34 EUR");
  expect(html).toContain("Payment confirmed");
});

test("the page and its amount are in the language of its words", () => {
  const order = { orderId: "1001", amountMinor: 123456, currency: "EUR" };
  const ticket = { endpointId: "e".repeat(32), orderId: order.orderId, trnref: null, isCancel: false, until: 0 };
  const html = renderReturnPage({ state: "paid", order, ticket }, toWords("de-DE", german));
  expect(html).toContain('<html lang="de-DE">');
  expect(html).toContain("1.234,56 EUR");
  expect(html).toContain("Bestellung <code>1001</code>");
});

test("a page without a proven order reports this, and does not claim to reload", () => {
  const html = renderReturnPage({ state: "not_yet", order: null, ticket: null }, words);
  expect(html).toContain("Payment not confirmed yet");
  expect(html).not.toContain("by itself");
});

test("the page reloads while the outcome is open, and afterwards in case of a rollback, until its ticket expires", () => {
  const nowMs = clock.now();
  const wait = (state: "paid" | "reserved" | "not_yet" | "not_paid" | "given_back" | "needs_person", leftMs: number) =>
    waitSeconds(
      {
        state,
        order: null,
        ticket: { endpointId: "e".repeat(32), orderId: "T", trnref: null, isCancel: false, until: nowMs + leftMs },
      },
      nowMs,
    );
  expect([wait("not_yet", ticketLifeMs), wait("paid", ticketLifeMs)]).toEqual([2, 15]);
  expect([wait("not_paid", ticketLifeMs), wait("given_back", ticketLifeMs), wait("needs_person", ticketLifeMs)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([wait("not_yet", 2_000), wait("paid", 15_000)]).toEqual([undefined, undefined]);
  expect(waitSeconds({ state: "not_yet", order: null, ticket: null }, nowMs)).toBeUndefined();
});
