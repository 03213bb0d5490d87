import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../mirror/testing/test-desk.ts";
import { parseCertificateInput } from "../../notify/certificate.ts";
import { createSigner, notifyEntries, signedBody } from "../../notify/testing/sign.ts";
import { addCertificates } from "../../store/endpoints.ts";
import { getNotification } from "./get-notification.ts";
import { listNotifications } from "./list-notifications.ts";
import { readRawBody } from "./read-raw-body.ts";
import { createReceiveDesk, type ReceiveDesk } from "./testing/receive-desk.ts";

let desk: ReceiveDesk;
beforeAll(async () => {
  desk = await createReceiveDesk(["cafe", "hotel"]);
});
afterAll(() => desk.drop());

const shownMax = 501;
const long = (name: string) => `${name}${"x ".repeat(20_000)}end-of-${name}`;
const show = (merchant: string, id: string) => getNotification(desk.ctx(), { environment, merchant, id });
const find = async (merchant: string, q: string) =>
  (await listNotifications(desk.ctx(), { environment, merchant, input: { q } })).items.map(({ id }) => id);

test("of a forged body only the beginning of each name and value is searched, masked and shown; its bytes stay whole", async () => {
  const body = signedBody(notifyEntries({ orderId: long("order") }, [[long("name"), "1"]]), createSigner());
  const id = await desk.receive("cafe", body);
  await desk.fold();
  expect(await find("cafe", "end-of-order")).toEqual([]);
  const { orderId, fields, working } = await show("cafe", id);
  const texts = [orderId ?? "", ...working.receivedOrder, ...fields.flatMap(({ name, value }) => [name, value])];
  expect(Math.max(...texts.map(({ length }) => length))).toBe(shownMax);
  expect(orderId).toMatch(/^order.*…$/);
  const reason = "The gateway asks for the bytes.";
  expect((await readRawBody(desk.ctx(), { environment, merchant: "cafe", id, reason })).toString()).toBe(body);
});

test("one that turns out to be genuine is read whole", async () => {
  const signer = createSigner();
  const orderId = long("later");
  const body = signedBody(notifyEntries({ orderId }), signer);
  const id = await desk.receive("hotel", body);
  const parsed = parseCertificateInput(signer.publicKeyPem);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const { certificates } = parsed;
  await addCertificates(desk.ctx().db, { endpointId: desk.endpointId("hotel"), certificates, by: "test" });
  expect(await desk.receive("hotel", body)).not.toBe(id);
  expect((await show("hotel", id)).orderId).toBe(orderId);
});
