import { expect, test } from "vitest";
import { z } from "zod";
import { ApiError, isRefused } from "./api-error.ts";

const answered = (status: number | null, code: string) => new ApiError({ status, code, message: "" });

test.each([
  ["a conflict", answered(409, "conflict"), true],
  ["an unfit field", answered(400, "invalid_input"), true],
  ["no connection", answered(null, "network"), false],
  ["an error of ours", answered(500, "internal"), false],
  ["the gateway's silence", answered(504, "outcome_unknown"), false],
  ["a proxy's page", answered(403, "unreadable"), false],
  ["an answer in another form than expected", new z.ZodError([]), false],
  ["half an answer", new SyntaxError("Unexpected end of JSON input"), false],
])("after %s a change was certainly not made: %#", (_, error, isSure) => {
  expect(isRefused(error)).toBe(isSure);
});
