import { describe, expect, test } from "vitest";
import { dayOf, isZone } from "./days.ts";
import { endOfDay, parseGatewayTime, startOfDay, toGatewayTime } from "./zoned-time.ts";

describe("a gateway time without a zone", () => {
  test.each([
    ["2026-03-04T11:20:05", "UTC", "2026-03-04T11:20:05.000Z"],
    ["2026-03-04 11:20:05", "Europe/Sofia", "2026-03-04T09:20:05.000Z"],
    ["2026-07-04T11:20:05.123456", "Europe/Sofia", "2026-07-04T08:20:05.123Z"],
    ["2026-03-04T11:20:05Z", "Europe/Sofia", "2026-03-04T11:20:05.000Z"],
    ["2026-03-04T11:20:05+03:00", "UTC", "2026-03-04T08:20:05.000Z"],
  ])("%s in %s is %s", (text, zone, instant) => {
    expect(parseGatewayTime(text, zone)?.toISOString()).toBe(instant);
  });

  test.each(["0001-01-01T00:00:00", "", "yesterday", "2026-13-01T00:00:00"])("%j is no time", (text) => {
    expect(parseGatewayTime(text, "UTC")).toBeUndefined();
  });
});

test("a day begins and ends where its zone says, also when the clocks change", () => {
  expect(startOfDay("2026-03-29", "Europe/Sofia").toISOString()).toBe("2026-03-28T22:00:00.000Z");
  expect(endOfDay("2026-03-29", "Europe/Sofia").toISOString()).toBe("2026-03-29T21:00:00.000Z");
  expect(dayOf(new Date("2026-03-28T22:30:00Z"), "Europe/Sofia")).toBe("2026-03-29");
});

test("an instant is written as the gateway writes it", () => {
  expect(toGatewayTime(new Date("2026-03-04T09:20:05Z"), "Europe/Sofia")).toBe("2026-03-04T11:20:05");
});

test("a zone exists or it does not", () => {
  expect([isZone("Europe/Sofia"), isZone("UTC"), isZone("Mars/Olympus")]).toEqual([true, true, false]);
});

test.each(["EET", "CET", "MET", "WET", "+02:00"])("%s is no zone: to PostgreSQL it is another offset", (name) => {
  expect(isZone(name)).toBe(false);
});
