import fc from "fast-check";
import { expect, test } from "vitest";
import { readFrames, toFrame } from "./frame.ts";

const payload = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const payloads = fc.array(payload, { minLength: 1, maxLength: 8 });
const joined = (all: readonly Buffer[]) => Buffer.concat(all.map(toFrame));

test("frames are read as they were written, in order", () => {
  fc.assert(
    fc.property(payloads, (all) => {
      expect(readFrames(joined(all))).toEqual({ payloads: all, unreadable: [] });
    }),
  );
});

test("a truncated file gives every complete frame, and the rest as unreadable", () => {
  fc.assert(
    fc.property(payloads, fc.nat(), (all, seed) => {
      const bytes = joined(all);
      const cut = seed % (bytes.length + 1);
      const whole = all.filter((_, at) => joined(all.slice(0, at + 1)).length <= cut);
      const rest = bytes.subarray(joined(whole).length, cut);
      expect(readFrames(bytes.subarray(0, cut))).toEqual({ payloads: whole, unreadable: rest.length > 0 ? [rest] : [] });
    }),
  );
});

test("a damaged frame loses only itself and is reported, also when it is the last", () => {
  fc.assert(
    fc.property(payloads, fc.nat(), (all, seed) => {
      const at = seed % all.length;
      const frames = all.map(toFrame);
      const damaged = frames[at] ?? Buffer.alloc(0);
      damaged[8] = (damaged[8] ?? 0) ^ 0xff;
      expect(readFrames(Buffer.concat(frames))).toEqual({
        payloads: all.filter((_, index) => index !== at),
        unreadable: [damaged],
      });
    }),
  );
});
