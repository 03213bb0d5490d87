import { expect, test, vi } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { toast } from "./toast.ts";

const shown: string[] = [];
let failures = 2;

vi.mock("./toast-region.tsx", () => ({
  get ToastRegion() {
    if (failures-- > 0) throw new TypeError("Failed to fetch dynamically imported module");
    return () => null;
  },
}));
vi.mock("@heroui/react/toast", () => ({ toast: { danger: (text: string) => shown.push(text) } }));

test("toasts whose code does not load at first are shown once it does", async () => {
  vi.useFakeTimers();
  toast.danger("Not acknowledged");
  toast.danger("Not saved");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await eventually(() => expect(shown).toEqual(["Not acknowledged", "Not saved"]));
});
