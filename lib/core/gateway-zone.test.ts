import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findLeastOffset, findZone, formatOffset } from "./gateway-zone.ts";
import { parseGatewayTime, toGatewayTime } from "./zoned-time.ts";

const minuteMs = 60_000;
const withinMs = 3 * minuteMs;

/** A time as a gateway with this offset from UTC writes it. */
function write(at: Date, offsetMinutes: number): string {
  return new Date(at.getTime() + offsetMinutes * minuteMs).toISOString().slice(0, 19);
}

const isMidnight = (text: string) => text.endsWith("T00:00:00");
const changes = ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"];
/** Any second within several years, often within hours of a daylight-saving change. */
const instants = fc.oneof(
  fc.date({ min: new Date("2024-01-01"), max: new Date("2032-01-01"), noInvalidDate: true }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -7_200, max: 7_200 }))
    .map(([change, seconds]) => new Date(Date.parse(change) + seconds * 1_000)),
);
const seconds = instants.map((at) => new Date(Math.floor(at.getTime() / 1_000) * 1_000));
const hours = fc.integer({ min: -12, max: 14 }).map((count) => count * 60);
const offsets = fc.oneof(
  hours,
  fc.integer({ min: -48, max: 56 }).map((count) => count * 15),
);
const delays = fc.integer({ min: -170, max: 170 }).map((count) => count * 1_000);
const zones = ["UTC", "Europe/Sofia", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "Etc/GMT-14"];

describe("the zone that a gateway writes in", () => {
  test("is found from one time, whatever the instant, the offset and the zone in use", () => {
    fc.assert(
      fc.property(seconds, offsets, delays, fc.constantFrom(...zones), (at, offset, delay, zoneInUse) => {
        const text = write(new Date(at.getTime() + delay), offset);
        fc.pre(!isMidnight(text));
        const found = findZone([{ text, at, withinMs }], zoneInUse);
        const zone = found.kind === "agrees" ? zoneInUse : found.kind === "differs" ? found.zone : undefined;
        if (found.kind === "differs") expect(found.offsetMinutes).toBe(offset);
        if (offset % 60 === 0) expect(zone).toBeDefined();
        else if (zone === undefined) return;
        // In the repeated hour of a daylight-saving change, two instants have the same text.
        const isRead = Math.abs((parseGatewayTime(text, zone ?? "UTC")?.getTime() ?? 0) - at.getTime()) <= withinMs;
        expect(isRead || toGatewayTime(new Date(at.getTime() + delay), zone ?? "UTC") === text).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test("stays the one in use if it fits, also on days of daylight-saving changes", () => {
    fc.assert(
      fc.property(seconds, delays, fc.constantFrom(...zones), (at, delay, zone) => {
        const text = toGatewayTime(new Date(at.getTime() + delay), zone);
        const found = findZone([{ text, at, withinMs }], zone);
        expect(found.kind).toBe(isMidnight(text) ? "nothing" : "agrees");
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["2026-11-23T06:30:05", 120, "Europe/Sofia"],
    ["2026-11-23T05:30:05", 60, "Europe/Berlin"],
    ["2026-11-22 23:30:05", -300, "Etc/GMT+5"],
    ["2026-11-23T18:30:05", 840, "Etc/GMT-14"],
    ["2026-11-23T10:00:05", 330, "Asia/Kolkata"],
    ["2026-11-23T10:15:05.123", 345, "Asia/Kathmandu"],
  ])("%s at 04:30:05 UTC: %i minutes ahead, %s", (text, offsetMinutes, zone) => {
    const at = new Date("2026-11-23T04:30:05Z");
    expect(findZone([{ text, at, withinMs }], "UTC")).toEqual({ kind: "differs", offsetMinutes, zone });
  });

  test("is one that fits in summer and winter, where both were seen", () => {
    const seen = ["2026-07-01T06:30:05", "2026-11-23T05:30:05"].map((text) => ({ text, withinMs }));
    const [summer, winter] = [new Date("2026-07-01T04:30:05Z"), new Date("2026-11-23T04:30:05Z")];
    expect(findZone([{ ...seen[0], at: summer } as never, { ...seen[1], at: winter } as never], "UTC")).toMatchObject({
      zone: "Europe/Berlin",
    });
  });

  test("is unknown if no zone fits all times", () => {
    const at = new Date("2026-11-23T04:30:05Z");
    const seen = ["2026-11-23T06:30:05", "2026-11-23T07:30:05"].map((text) => ({ text, at, withinMs }));
    expect(findZone(seen, "UTC")).toEqual({ kind: "differs", offsetMinutes: 180, zone: undefined });
  });

  test.each([
    "2026-11-23T06:30:05Z",
    "2026-11-23T06:30:05+02:00",
    "2026-11-23",
    "2026-11-23T00:00:00",
    "2026-11-23T06:37:00",
    "2026-11-24T06:30:05",
    "0001-01-01T00:00:00",
    "yesterday",
    "",
  ])("is not told by %j", (text) => {
    expect(findZone([{ text, at: new Date("2026-11-23T04:30:05Z"), withinMs }], "UTC")).toEqual({ kind: "nothing" });
  });
});

/** No daylight-saving change in these weeks, nor in the two days before. */
const steadySeconds = fc
  .date({ min: new Date("2026-06-10"), max: new Date("2026-08-10"), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 1_000) * 1_000));

describe("a time that lies in the future", () => {
  test("gives the smallest offset of the gateway from UTC", () => {
    fc.assert(
      fc.property(steadySeconds, hours, fc.integer({ min: 0, max: 48 * 60 }), (at, offset, agoMinutes) => {
        const text = write(new Date(at.getTime() - agoMinutes * minuteMs), offset);
        const found = findLeastOffset({ text, at, withinMs }, "UTC");
        if (offset <= 0) expect(found).toBeUndefined();
        else if (found) expect(found.offsetMinutes).toBeLessThanOrEqual(offset);
        else expect(offset - agoMinutes <= 3 || isMidnight(text)).toBe(true);
        if (found) expect((parseGatewayTime(text, found.zone)?.getTime() ?? 0) - at.getTime()).toBeLessThanOrEqual(withinMs);
      }),
      { numRuns: 1_000 },
    );
  });

  test("gives no offset if it is only minutes or years ahead", () => {
    const at = new Date("2026-11-23T04:30:05Z");
    for (const text of ["2026-11-23T04:32:05", "2028-11-23T04:32:05", "2026-11-23T06:30:05Z"])
      expect(findLeastOffset({ text, at, withinMs }, "UTC")).toBeUndefined();
  });
});

describe("PostgreSQL", () => {
  const client = { of: undefined as pg.Client | undefined };
  beforeAll(async () => {
    client.of = new pg.Client({ connectionString: inject("clusterUrl") });
    await client.of.connect();
  });
  afterAll(() => client.of?.end());

  test("reads every zone that may be found as the browser does", async () => {
    const at = new Date("2026-11-23T04:30:05Z");
    for (let offset = -720; offset <= 840; offset += 15) {
      const found = findZone([{ text: write(at, offset), at, withinMs }], "Asia/Tokyo");
      const zone = found.kind === "differs" ? found.zone : "Asia/Tokyo";
      if (zone === undefined) continue;
      const { rows } = (await client.of?.query("select ($1::timestamptz at time zone $2)::text as text", [at, zone])) ?? {};
      expect(`${formatOffset(offset)} ${rows?.[0].text}`).toBe(`${formatOffset(offset)} ${write(at, offset).replace("T", " ")}`);
    }
  });
});
