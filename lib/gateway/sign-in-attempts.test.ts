import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { Secret } from "#lib/core/secret.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createGateway } from "./create-gateway.ts";
import { defaultGatewayOptions } from "./default-options.ts";
import type { Gateway, GatewaySettings } from "./gateway.ts";
import type { PermitLedger, PermitRequest } from "./permit.ts";
import { startTinyGateway, type TinyGateway } from "./testing/tiny-gateway.ts";
import type { CallPace } from "./types.ts";

const vault = createTestVault();
let store: TestStore;
let upstream: TinyGateway;
let integration = 0;
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 20 });
});
afterAll(() => store.drop());
beforeEach(async () => {
  upstream = await startTinyGateway();
  integration += 1;
});
afterEach(() => upstream.close());

function openProcess(settings: Partial<GatewaySettings> = {}): Gateway {
  return createGateway({
    environment: {
      id: "demo",
      baseUrl: upstream.url,
      partnerId: "mps-p-1",
      applicationId: "mps-app-1",
      clientId: `client_${integration}`,
      clientSecret: new Secret("secret_1"),
      options: defaultGatewayOptions,
    },
    permits: createPermitLedger({ db: store.db, vault }),
    allowedHosts: [upstream.host],
    ...settings,
  });
}

const clientIdOf = (name: string) => `cli_${integration}_${name}`;
const merchantOf = (gateway: Gateway, name: string, pace?: CallPace) =>
  gateway.forMerchant({ id: name, slug: name, clientId: clientIdOf(name), clientSecret: new Secret("sec_1") }, pace);
const callsOf = (name: string) => upstream.sessionCalls.get(clientIdOf(name)) ?? 0;

/** A session call of this merchant gets no response until `end` is called. */
function delaySessionCall(name: string): { end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  upstream.mayAnswer = (clientId) => (clientId === clientIdOf(name) ? promise : Promise.resolve());
  return { end: resolve };
}

describe("a manual attempt while another merchant signs in", () => {
  test("waits for its turn, as a read does", async () => {
    const slow = delaySessionCall("slow");
    const background = merchantOf(openProcess(), "slow").signIn();
    await expect.poll(() => callsOf("slow")).toBe(1);
    const asked = watchPermits();
    const trying = merchantOf(openProcess({ permits: asked.permits }), "mine").tryOnceMore("manual");
    await expect.poll(() => asked.answers).toContain("wait");
    slow.end();
    expect((await trying).outcome).toBe("signed_in");
    await background;
  });

  test("never becomes the exception to never-a-third because of the other's outcome: this requires a release", async () => {
    const withoutRunEnders = { listRunEnders: async () => [] };
    for (const name of ["bad1", "bad2"]) upstream.refused.set(clientIdOf(name), 400);
    await merchantOf(openProcess(), "good").signIn();
    await expect(merchantOf(openProcess(withoutRunEnders), "bad1").signIn()).rejects.toThrow();
    const slow = delaySessionCall("bad2");
    const second = merchantOf(openProcess(withoutRunEnders), "bad2")
      .signIn()
      .catch(() => "refused");
    await expect.poll(() => callsOf("bad2")).toBe(1);
    const asked = watchPermits();
    const trying = merchantOf(openProcess({ permits: asked.permits }), "good").tryOnceMore("manual");
    await expect.poll(() => asked.answers).toContain("wait");
    slow.end();
    expect(await second).toBe("refused");
    expect((await trying).outcome).toBe("not_permitted");
    expect(upstream.failuresMax).toBe(2);
    expect((await merchantOf(openProcess(), "good").tryOnceMore("release")).outcome).toBe("signed_in");
  });
});

test("a second try with one merchant never stops the others: a proven one signs in before it", async () => {
  upstream.refused.set(clientIdOf("bad"), 400);
  const gateway = openProcess();
  await merchantOf(gateway, "good").signIn();
  await expect(merchantOf(gateway, "bad").signIn()).rejects.toMatchObject({ code: "merchant_refused" });
  expect((await merchantOf(gateway, "bad").tryOnceMore("manual")).outcome).toBe("refused");
  expect((await gateway.identityStatus()).integration.used).toBe(1);
  await store.pool.query("update identity_pair set cached_until = null where kind = 'session'");
  await merchantOf(openProcess(), "good").signIn();
  expect(callsOf("good")).toBe(3);
  expect(upstream.failuresMax).toBe(1);
});

function watchPermits(): { permits: PermitLedger; answers: string[] } {
  const permits = createPermitLedger({ db: store.db, vault });
  const answers: string[] = [];
  return {
    answers,
    permits: {
      ...permits,
      acquire: async (request) => {
        const answer = await permits.acquire(request);
        answers.push(answer.kind);
        return answer;
      },
    },
  };
}

describe("a permit that came too late is returned unused", () => {
  /** Delays permits of this mode by ten seconds in this process. */
  function openSlow(mode: PermitRequest["mode"], settings: Partial<GatewaySettings> = {}): Gateway {
    let lateMs = 0;
    const permits = createPermitLedger({ db: store.db, vault });
    const clock = { now: systemClock.now, monotonic: () => systemClock.monotonic() + lateMs };
    const acquire: PermitLedger["acquire"] = async (request) => {
      const answer = await permits.acquire(request);
      if (request.mode === mode) lateMs += 10_000;
      return answer;
    };
    return openProcess({ permits: { ...permits, acquire }, clock, ...settings });
  }

  test("also that of a manual attempt", async () => {
    const merchant = merchantOf(openSlow("manual"), "a");
    await expect(merchant.tryOnceMore("manual")).rejects.toMatchObject({ code: "merchant_waiting" });
    expect(callsOf("a")).toBe(0);
    expect((await merchant.identityStatus()).pair.used).toBe(0);
  });

  test("also that of a merchant chosen to end a run of refusals", async () => {
    for (const name of ["bad1", "bad2"]) upstream.refused.set(clientIdOf(name), 400);
    const gateway = openSlow("break_run");
    await merchantOf(gateway, "good").signIn();
    await expect(merchantOf(gateway, "bad1").signIn()).rejects.toMatchObject({ code: "merchant_refused" });
    await expect(merchantOf(gateway, "bad2").signIn()).rejects.toMatchObject({ code: "merchant_waiting" });
    expect(callsOf("good")).toBe(1);
    expect((await merchantOf(gateway, "good").identityStatus()).pair.used).toBe(0);
  });

  test("also while the machine slept, which the monotonic clock does not count", async () => {
    let sleptMs = 0;
    const permits = createPermitLedger({ db: store.db, vault });
    const acquire: PermitLedger["acquire"] = async (request) => {
      const answer = await permits.acquire(request);
      if (request.pair.kind === "session") sleptMs = 3_600_000;
      return answer;
    };
    const clock = { now: () => systemClock.now() + sleptMs, monotonic: systemClock.monotonic };
    const merchant = merchantOf(openProcess({ permits: { ...permits, acquire }, clock }), "a");
    await expect(merchant.signIn()).rejects.toMatchObject({ code: "merchant_waiting" });
    expect(callsOf("a")).toBe(0);
  });
});

test("a refusal counts although our side failed after the response was received", async () => {
  upstream.refused.set(clientIdOf("a"), 400);
  const pace: CallPace = {
    isBackground: true,
    ready: async () => {},
    onResponse: ({ status }) => {
      if (status === 400) throw new Error("A fault of ours.");
    },
    hurry: () => {},
  };
  const merchant = merchantOf(openProcess(), "a", pace);
  await expect(merchant.signIn()).rejects.toThrow();
  expect(callsOf("a")).toBe(1);
  expect((await merchant.identityStatus()).pair).toMatchObject({ used: 1, state: "open" });
});

test("a user who joins a background sign-in does not wait as long as the background would", async () => {
  const slow = delaySessionCall("slow");
  const slowSignIn = merchantOf(openProcess(), "slow").signIn();
  await expect.poll(() => callsOf("slow")).toBe(1);
  let lateMs = 0;
  const clock = { now: systemClock.now, monotonic: () => systemClock.monotonic() + lateMs };
  const asked = watchPermits();
  const gateway = openProcess({ clock, permits: asked.permits });
  const pace = { isBackground: true, ready: async () => {}, onResponse: () => {}, hurry: () => {} };
  const background = merchantOf(gateway, "a", pace).signIn();
  const person = merchantOf(gateway, "a").signIn();
  await expect.poll(() => asked.answers).toContain("wait");
  lateMs = 11_000;
  await expect(person).rejects.toMatchObject({ code: "merchant_waiting" });
  await expect(background).rejects.toMatchObject({ code: "merchant_waiting" });
  slow.end();
  await slowSignIn;
});
