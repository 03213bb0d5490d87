import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alertChannel } from "#lib/db/schema/alert-channel.ts";
import { audit } from "#lib/db/schema/audit.ts";
import { answerWith, openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import { expireRecentAuth, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson, testSettings } from "./testing/test-app.ts";

let app: TestApp;
let receiver: TestMerchantServer;
let people: Record<"viewer" | "admin" | "limited", TestPerson>;
beforeAll(async () => {
  receiver = await openTestMerchantServer();
  app = await openTestApp({ settings: { ...testSettings(), forwardHosts: [receiver.host] } });
  const [viewer, admin, limited] = await Promise.all([
    app.addPerson({ role: "viewer" }),
    app.addPerson({ role: "admin" }),
    app.addPerson({ role: "admin", merchants: ["sandbox/bakery"] }),
  ]);
  people = { viewer, admin, limited };
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const path = "/api/sandbox/alerts/channels";
const severities = ["critical"];
const email = { isOn: true, severities, sends: "daily", digestAt: "07:30", quiet: null, zone: "Europe/Sofia" };
const webhook = () => ({ kind: "webhook", name: "On-call", isOn: true, severities, language: "de", url: receiver.url });
const put = (person: TestPerson, body: unknown) => send({ method: "PUT", path, cookie: person.cookie, body });
const list = async (person: TestPerson) => (await send({ method: "GET", path, cookie: person.cookie })).json();

test("everybody sets their own e-mail, and sees no one else's nor the team's", async () => {
  expect(await list(people.viewer)).toMatchObject({ email: { isOn: false, address: people.viewer.email, isAvailable: false } });
  expect((await put(people.viewer, { email })).status).toBe(200);
  const saved = await list(people.viewer);
  expect(saved.email).toMatchObject({ isOn: true, severities, sends: "daily", digestAt: "07:30", zone: "Europe/Sofia" });
  expect("team" in saved).toBe(false);
  expect((await list(people.admin)).email.isOn).toBe(false);
});

// Attack: mail about merchants to an address of one's own choice.
test.each([
  ["an address", { address: "me@elsewhere.example" }],
  ["another staff member", { staffId: "00000000-0000-4000-8000-000000000000" }],
])("e-mail takes no %s", async (_, member) => {
  expect((await put(people.viewer, { email: { ...email, ...member } })).status).toBe(400);
});

test.each([
  ["severities", { severities: [] }],
  ["digestAt", { digestAt: "24:00" }],
  ["quiet.until", { quiet: { from: "22:00", until: "22:00" } }],
  ["zone", { zone: "Europe/Nowhere" }],
])("a wrong %s is named", async (field, change) => {
  const { error } = await (await put(people.viewer, { email: { ...email, ...change } })).json();
  expect(error.fields.map((problem: { field: string }) => problem.field)).toEqual([`email.${field}`]);
});

test("the team's channels are for administrators of all merchants, after their password", async () => {
  for (const person of [people.viewer, people.limited]) expect((await put(person, { team: webhook() })).status).toBe(403);
  await expireRecentAuth(app, people.admin);
  const { error } = await (await put(people.admin, { team: webhook() })).json();
  expect(error.code).toBe("proof_required");
});

test("a webhook's secret is answered once and stored sealed, its address never shown", async () => {
  const admin = await app.addPerson({ role: "admin" });
  const { secret, channels } = await (await put(admin, { team: webhook() })).json();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const [channel] = channels.team;
  expect(channel).toMatchObject({ name: "On-call", kind: "webhook", host: receiver.host, isOn: true });
  const shown = JSON.stringify(await list(admin));
  expect([shown.includes(secret), shown.includes("/notify")]).toEqual([false, false]);
  const stored = await app.store.db.select().from(alertChannel);
  const texts = stored.map(
    ({ sealedSecret, sealedUrl }) => `${sealedSecret?.toString("latin1")} ${sealedUrl?.toString("latin1")}`,
  );
  expect(texts.some((text) => text.includes("whsec_") || text.includes(receiver.host))).toBe(false);

  const renamed = await (
    await put(admin, { team: { ...webhook(), id: channel.id, url: undefined, name: "Night shift" } })
  ).json();
  expect([renamed.secret, renamed.channels.team[0].name]).toEqual([undefined, "Night shift"]);
  const tests = [];
  for (const status of [200, 500]) {
    receiver.answer = answerWith(status);
    const answer = await send({ method: "POST", path: `${path}/test`, cookie: admin.cookie, body: { channel: channel.id } });
    tests.push(await answer.json());
  }
  expect(tests).toMatchObject([
    { isSent: true, status: 200 },
    { isSent: false, status: 500, problem: "The receiver answered 500." },
  ]);
  const removed = await send({ method: "DELETE", path: `${path}/${channel.id}`, cookie: admin.cookie });
  expect([removed.status, (await list(admin)).team]).toEqual([204, []]);
  const acts = (await app.store.db.select({ act: audit.act }).from(audit)).map(({ act }) => act);
  expect(new Set(acts)).toEqual(
    new Set(["alert.channel_created", "alert.channel_saved", "alert.channel_tested", "alert.channel_deleted"]),
  );
});

test("a channel of the team has a digest, quiet hours and rules, which a change without them keeps", async () => {
  const admin = await app.addPerson({ role: "admin" });
  const plain = await (await put(admin, { team: { ...webhook(), name: "Plain" } })).json();
  const find = (channels: { team: { name: string }[] }, name: string) => channels.team.find((channel) => channel.name === name);
  expect(find(plain.channels, "Plain")).toMatchObject({ sends: "immediately", quiet: null, rules: null });
  const timing = { sends: "daily", digestAt: "07:15", quiet: { from: "22:00", until: "06:00" }, zone: "Europe/Sofia" };
  const chosen = { ...timing, rules: ["silence", "ledger_late"] };
  const saved = await (await put(admin, { team: { ...webhook(), ...chosen, name: "Digest" } })).json();
  const channel = saved.channels.team.find((item: { name: string }) => item.name === "Digest");
  expect(channel).toMatchObject(chosen);
  const { url: _, ...same } = webhook();
  const kept = await (await put(admin, { team: { ...same, id: channel.id, name: "Renamed" } })).json();
  expect(find(kept.channels, "Renamed")).toMatchObject(chosen);
  const wrong = [{ digestAt: "25:00" }, { quiet: { from: "1", until: "06:00" } }, { zone: "Nowhere" }, { rules: [] }];
  for (const [index, field] of ["digestAt", "quiet.from", "zone", "rules"].entries()) {
    const { error } = await (await put(admin, { team: { ...same, id: channel.id, ...wrong[index] } })).json();
    expect(error.fields.map((problem: { field: string }) => problem.field)).toEqual([`team.${field}`]);
  }
  for (const { id } of kept.channels.team) await send({ method: "DELETE", path: `${path}/${id}`, cookie: admin.cookie });
});

test("the team has room for 50 channels in an environment, however many others there are", async () => {
  const admin = await app.addPerson({ role: "admin" });
  expect((await put(admin, { email })).status).toBe(200);
  const row = { environment: "demo", kind: "webhook" as const, isOn: false, severities: ["critical" as const] };
  const change = { updatedAt: new Date(), updatedBy: "test" };
  await app.store.db.insert(alertChannel).values(Array.from({ length: 50 }, () => ({ ...row, ...change })));
  for (let saved = 0; saved < 50; saved++) expect((await put(admin, { team: webhook() })).status).toBe(200);
  const { error } = await (await put(admin, { team: webhook() })).json();
  expect(error).toMatchObject({ code: "conflict", message: "There are 50 channels. Delete one first." });
  await app.store.db.delete(alertChannel).where(isNull(alertChannel.staffId));
});

// Attack: reading what listens inside our network, as for forwarding.
test.each([
  "https://127.0.0.1/x",
  "https://[::1]/x",
  "https://169.254.169.254/latest",
  "https://10.0.0.7/x",
  "ftp://shop.example/x",
])("the address %s is refused", async (url) => {
  const admin = await app.addPerson({ role: "admin" });
  const { error } = await (await put(admin, { team: { ...webhook(), url } })).json();
  expect(error.fields.map((problem: { field: string }) => problem.field)).toEqual(["team.url"]);
});

test.each([
  ["alerts.example.com/hook", "receiver_url_form"],
  ["http://alerts.example.com/hook", "receiver_url_not_https"],
  ["https://desk.example:25/hook", "receiver_url_port"],
])("what is wrong with the address %s is said of a receiver, not of a shop", async (url, reason) => {
  const admin = await app.addPerson({ role: "admin" });
  const path = "/api/demo/alerts/channels";
  const answer = await send({ method: "PUT", path, cookie: admin.cookie, body: { team: { ...webhook(), url } } });
  const { error } = await answer.json();
  expect(error.fields).toMatchObject([{ field: "team.url", reason }]);
});

test("a person without e-mail here is told why their test was not sent, and cannot test the team's", async () => {
  const body = (channel: string) => ({ method: "POST", path: `${path}/test`, cookie: people.viewer.cookie, body: { channel } });
  const before = await list(people.viewer);
  const tried = await (await send(body("email"))).json();
  expect(tried).toMatchObject({ isSent: false, status: null });
  // It stays where everybody looks again, and chooses nothing for them.
  const newcomer = await app.addPerson({ role: "viewer" });
  expect(await list(people.viewer)).toEqual({ email: { ...before.email, lastTry: tried } });
  const firstTry = await (await send({ ...body("email"), cookie: newcomer.cookie })).json();
  expect((await list(newcomer)).email).toMatchObject({ isOn: false, severities: ["critical", "warning"], lastTry: firstTry });
  expect((await send(body("00000000-0000-4000-8000-000000000000"))).status).toBe(403);
});
