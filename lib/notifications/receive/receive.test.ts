import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import type { AskShop, Delivery, DeliveryRecord, NotifyEndpoint } from "../ports.ts";
import { createSigner, encodeEntries, notifyEntries, returnEntries, signedBody } from "../testing/sign.ts";
import { createReceiver, type NotifyRequest, type ReceiveLimits, type ReceiveNote } from "./receive.ts";

const signer = createSigner();
const endpointId = "0123456789abcdef0123456789abcdef";
const known: NotifyEndpoint = {
  id: endpointId,
  environment: "sandbox",
  merchantId: "m",
  merchant: "cafe",
  sid: "000000000000010",
  strictLayout: true,
  keys: [signer.key],
};

type Setup = {
  endpoint?: NotifyEndpoint;
  fresh?: NotifyEndpoint;
  save?: DeliveryRecord["save"];
  find?: () => Promise<NotifyEndpoint | undefined>;
  limits?: Partial<ReceiveLimits>;
  add?: (delivery: Delivery) => Promise<void>;
  askShop?: AskShop;
};

function createFixture({ endpoint = known, fresh, save, find, limits = {}, add, askShop }: Setup = {}) {
  const saved: Delivery[] = [];
  const stored: Delivery[] = [];
  const dropped: [string, number][] = [];
  const notes: ReceiveNote[] = [];
  const clock = fixedClock();
  const receive = createReceiver({
    directory: {
      find: find ?? (async (id) => (id === endpoint.id ? endpoint : undefined)),
      findFresh: async () => fresh,
    },
    record: {
      save:
        save ??
        (async (delivery) => {
          saved.push(delivery);
        }),
      countDropped: async (id, count) => {
        dropped.push([id, count]);
      },
    },
    spool: add && { add },
    onStored: (delivery) => stored.push(delivery),
    askShop,
    clock,
    note: (note) => notes.push(note),
    limits: { bodyMs: 200, drainMs: 50, saveMs: 20, decideMs: 100, shopMs: 100, ...limits },
  });
  return { receive, saved, stored, dropped, notes, clock };
}

async function* parts(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

function request(
  body: string | Uint8Array | AsyncIterator<Uint8Array>,
  changes: Partial<NotifyRequest> & { headers?: Record<string, string> } = {},
): NotifyRequest {
  const { headers = {}, ...rest } = changes;
  const sent: Record<string, string> = { "content-type": "application/x-www-form-urlencoded", ...headers };
  const isText = typeof body === "string" || body instanceof Uint8Array;
  return {
    method: "POST",
    endpointId,
    header: (name) => sent[name],
    body: isText ? parts(body) : body,
    peer: "192.0.2.7",
    ...rest,
  };
}

const genuine = () => signedBody(notifyEntries(), signer);

test("OK is two bytes of plain text, and sent only after the delivery is committed", async () => {
  let commit = () => {};
  const save = vi.fn(() => new Promise<void>((resolve) => (commit = resolve)));
  const { receive } = createFixture({ save, limits: { decideMs: 10_000 } });
  let isAnswered = false;
  const answering = receive(request(genuine())).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await eventually(() => expect(save).toHaveBeenCalledOnce());
  expect(isAnswered).toBe(false);
  commit();
  const answer = await answering;
  expect([answer.status, answer.body, answer.headers["content-length"]]).toEqual([200, "OK", "2"]);
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
});

test("the body byte for byte, the fixed headers and our response are stored", async () => {
  const { receive, saved } = createFixture();
  const headers = { "user-agent": "gate/1", cookie: "a=b", authorization: "Bearer x", "x-forwarded-for": "198.51.100.1" };
  await receive(request(genuine(), { headers }));
  const [delivery] = saved;
  expect(delivery?.body.toString()).toBe(genuine());
  expect(delivery?.headers.map(({ name }) => name)).toEqual(["user-agent", "content-type", "x-forwarded-for"]);
  expect(delivery).toMatchObject({ peer: "192.0.2.7", answer: { status: 200, body: "OK" }, verification: { keyId: "test-key" } });
});

test("a failing database is 503 with Retry-After, never OK", async () => {
  const { receive, notes } = createFixture({ save: () => Promise.reject(new Error("away")) });
  const answer = await receive(request(genuine()));
  expect([answer.status, answer.headers["retry-after"], answer.body === "OK"]).toEqual([503, "5", false]);
  expect(notes[0]).toMatchObject({ status: 503, verdict: "valid", deliveryId: null, problem: expect.any(Error) });
});

test("a save that takes too long is aborted, and the response is 503", async () => {
  let told: AbortSignal | undefined;
  const save: DeliveryRecord["save"] = (_, { signal }) => {
    told = signal;
    return new Promise(() => {});
  };
  expect((await createFixture({ save }).receive(request(genuine()))).status).toBe(503);
  expect(told?.aborted).toBe(true);
});

test("endpoints that cannot be read are 503, unknown ones 404", async () => {
  expect((await createFixture({ find: () => Promise.reject(new Error("away")) }).receive(request(genuine()))).status).toBe(503);
  expect((await createFixture().receive(request(genuine(), { endpointId: "f".repeat(32) }))).status).toBe(404);
  expect((await createFixture().receive(request(genuine(), { endpointId: "../etc" }))).status).toBe(404);
});

test.each(["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])("%s is 405 and names POST", async (method) => {
  const answer = await createFixture().receive(request("", { method }));
  expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
});

test("only a plain form is accepted, with any parameters and case", async () => {
  const status = async (headers: Record<string, string>) =>
    (await createFixture().receive(request(genuine(), { headers }))).status;
  expect(await status({ "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" })).toBe(200);
  for (const type of [
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "",
    "application/x-www-form-urlencoded2",
  ]) {
    expect([type, await status({ "content-type": type })]).toEqual([type, 415]);
  }
  expect(await status({ "content-encoding": "gzip" })).toBe(415);
});

test("a body announced as too large is refused before it is read, one that grows too large while it is read", async () => {
  const { receive, saved } = createFixture();
  expect((await receive(request(genuine(), { headers: { "content-length": "65537" } }))).status).toBe(413);
  expect((await receive(request(parts(...Array(65).fill("x".repeat(1_024)))))).status).toBe(413);
  expect((await receive(request(`a=${"x".repeat(65_534)}`))).status).toBe(400);
  expect(saved).toHaveLength(1);
});

test("an endless body is refused, and dropped for a limited time", async () => {
  let read = 0;
  const endless: AsyncIterator<Uint8Array> = {
    next: async () => {
      read += 65_536;
      await new Promise(setImmediate);
      return { done: false, value: Buffer.alloc(65_536) };
    },
  };
  const answer = await createFixture().receive(request(endless));
  expect([answer.status, answer.wasRead]).toEqual([413, false]);
  await answer.settled;
  const after = read;
  await new Promise(setImmediate);
  expect(read).toBe(after);
});

test("a body that does not arrive is 408; an incomplete one is refused and not stored", async () => {
  const { receive, saved } = createFixture({ limits: { bodyMs: 20 } });
  expect((await receive(request({ next: () => new Promise(() => {}) }))).status).toBe(408);
  expect((await receive(request({ next: () => Promise.reject(new Error("reset")) }))).status).toBe(400);
  expect(saved).toEqual([]);
});

test("more than 256 pairs are refused with the reason", async () => {
  const { receive, saved } = createFixture();
  const answer = await receive(request(Array(257).fill("a=b").join("&")));
  expect([answer.status, answer.body]).toEqual([400, "invalid: pairs"]);
  expect(saved[0]?.verification).toEqual({ verdict: "invalid", reasons: ["pairs"], keyId: null });
});

test("a forgery is 400 with its reasons and stays in the log", async () => {
  const { receive, saved } = createFixture();
  const answer = await receive(request(genuine().replace("200.00", "900.00")));
  expect([answer.status, answer.body]).toEqual([400, "invalid: signature"]);
  expect(saved[0]).toMatchObject({ verification: { verdict: "invalid" }, answer: { status: 400 } });
});

test("a browser's IPCPurchaseOK is not a notification", async () => {
  const answer = await createFixture().receive(request(signedBody(returnEntries("IPCPurchaseOK"), signer)));
  expect([answer.status, answer.body]).toEqual([400, "invalid: method"]);
});

test("without a readable key the response is 503, stored as not checkable", async () => {
  const { receive, saved } = createFixture({ endpoint: { ...known, keys: [] } });
  expect((await receive(request(genuine()))).status).toBe(503);
  expect(saved[0]?.verification.verdict).toBe("not_checkable");
});

test("a key that was just added is used before anything is refused", async () => {
  const { receive, saved } = createFixture({ endpoint: { ...known, keys: [] }, fresh: known });
  expect((await receive(request(genuine()))).body).toBe("OK");
  expect(saved[0]?.verification.verdict).toBe("valid");
});

test("a flood of forgeries is refused, counted and only partly stored; genuine ones are all stored", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { receive, saved, dropped, clock } = createFixture();
    for (let index = 0; index < 130; index++) expect((await receive(request(`a=${index}`))).status).toBe(400);
    expect(saved).toHaveLength(100);
    expect((await receive(request(genuine()))).body).toBe("OK");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(dropped).toEqual([[endpointId, 30]]);
    clock.advance(1_000);
    for (let index = 0; index < 30; index++) await receive(request(`b=${index}`));
    expect(saved).toHaveLength(121);
  } finally {
    vi.useRealTimers();
  }
});

test("random bytes never get OK and never cause a server error", async () => {
  const { receive, clock } = createFixture();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      clock.advance(100);
      const answer = await receive(request(bytes));
      expect([answer.status, answer.body === "OK"]).toEqual([400, false]);
    }),
    { numRuns: 300 },
  );
});

test("unusual but genuine bytes are stored: NUL, invalid UTF-8, a long order", async () => {
  const { receive, saved } = createFixture();
  const entries = notifyEntries({ orderId: "x".repeat(20_000) }, [["Note", Buffer.from([0, 0xff, 0x25])]]);
  expect((await receive(request(encodeEntries(entries)))).status).toBe(400);
  expect((await receive(request(signedBody(entries, signer)))).body).toBe("OK");
  expect(saved.at(-1)?.event.orderId).toHaveLength(20_000);
});

test("a valid delivery is OK from the spool when the database is away; an unverified one never goes there", async () => {
  const spooled: Delivery[] = [];
  const add = async (delivery: Delivery) => void spooled.push(delivery);
  const fixture = createFixture({ save: () => Promise.reject(new Error("away")), add });
  expect((await fixture.receive(request(genuine()))).body).toBe("OK");
  expect((await fixture.receive(request(genuine().replace("200.00", "1.00")))).status).toBe(400);
  expect(
    (
      await createFixture({ save: () => Promise.reject(new Error("away")), add, endpoint: { ...known, keys: [] } }).receive(
        request(genuine()),
      )
    ).status,
  ).toBe(503);
  expect(spooled.map(({ answer, verification }) => [answer.body, verification.verdict])).toEqual([["OK", "valid"]]);
  expect(fixture.notes[0]).toMatchObject({ status: 200, storedIn: "spool", problem: undefined });
  expect(fixture.stored).toEqual([]);
});

test("with database and spool away it is 503, and both reasons are reported", async () => {
  const away = () => Promise.reject(new Error("away"));
  const { receive, notes } = createFixture({ save: away, add: () => Promise.reject(new Error("no space")) });
  expect((await receive(request(genuine()))).status).toBe(503);
  expect(notes[0]).toMatchObject({ storedIn: null, problem: { cause: { spool: new Error("no space") } } });
});

const atShop: NotifyEndpoint = { ...known, forward: { mode: "shop_answers", url: "https://shop.example/" } };

test("in shop-answers mode it is stored as refused first, and as OK before the sender receives OK", async () => {
  const order: string[] = [];
  const save: DeliveryRecord["save"] = async ({ answer }) => void order.push(answer.body);
  const askShop: AskShop = () => {
    order.push("asked");
    return Promise.resolve("ok");
  };
  const { receive } = createFixture({ endpoint: atShop, save, askShop });
  expect((await receive(request(genuine()))).body).toBe("OK");
  expect(order).toEqual(["refused by shop", "asked", "OK"]);
});

test("a shop that refuses, fails or times out leads to 503, stored as refused", async () => {
  const words: AskShop[] = [
    () => Promise.resolve("refused"),
    () => Promise.reject(new Error("down")),
    () => new Promise(() => {}),
  ];
  for (const askShop of words) {
    const { receive, saved, notes } = createFixture({ endpoint: atShop, askShop });
    const { status, body } = await receive(request(genuine()));
    expect([status, body, saved.map(({ answer }) => answer.status)]).toEqual([503, "refused by shop", [503]]);
    expect(notes).toMatchObject([{ verdict: "valid", refusal: "shop_refused" }]);
  }
});

test("where Counterfoil confirms, and for messages without an effect, the shop is not called", async () => {
  const askShop = vi.fn<AskShop>(() => undefined);
  await createFixture({ askShop }).receive(request(genuine()));
  const check = signedBody(
    [
      ["IPCmethod", "IPCSignatureVerify"],
      ["SID", known.sid],
    ],
    signer,
  );
  expect((await createFixture({ endpoint: atShop, askShop }).receive(request(check))).body).toBe("OK");
  expect(askShop).not.toHaveBeenCalled();
});

test("a genuine delivery that our rules reject does not use the unverified quota, and waits in the spool like a valid one", async () => {
  const spooled: Delivery[] = [];
  const add = async (delivery: Delivery) => void spooled.push(delivery);
  let isAway = false;
  const kept: Delivery[] = [];
  const save = async (delivery: Delivery) => {
    if (isAway) throw new Error("away");
    kept.push(delivery);
  };
  const { receive, notes } = createFixture({ save, add });
  for (let n = 0; n < 150; n++) await receive(request(`n=${n}`));
  const refused = () => signedBody(notifyEntries({ amount: "200,00" }), signer);
  const answer = await receive(request(refused()));
  expect([answer.status, answer.body]).toEqual([400, "invalid: format"]);
  expect(kept.filter(({ verification }) => verification.keyId !== null)).toHaveLength(1);
  isAway = true;
  expect((await receive(request(refused()))).body).toBe("invalid: format");
  expect(spooled.map(({ verification }) => verification.reasons)).toEqual([["format"]]);
  expect(notes.at(-1)).toMatchObject({ status: 400, storedIn: "spool", problem: undefined });
});
