import { afterEach, expect, test, vi } from "vitest";
import { toDaysText } from "./days-filter.tsx";

afterEach(() => void vi.useRealTimers());

// At midnight in Sofia the year in UTC is the one before.
test("days have their year where it is not this one in the environment's zone", () => {
  vi.useFakeTimers({ now: new Date("2026-12-31T22:15:00Z") });
  const show = (from: string, to: string) => toDaysText({ from, to }, { locale: "en-GB", zone: "Europe/Sofia" });
  expect(show("2027-01-01", "2027-01-01")).toBe("1 Jan");
  expect(show("2026-12-30", "2027-01-01")).toBe("30 Dec 2026 – 1 Jan 2027");
});
