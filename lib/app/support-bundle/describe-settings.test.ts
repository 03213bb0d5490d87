import { expect, test } from "vitest";
import { secretNames } from "../settings/settings.ts";
import { listSecrets } from "./describe-settings.ts";

test.each(secretNames.filter((name) => name.endsWith("_URL")))("the password in %s is hidden by itself too", (name) => {
  const secrets = listSecrets({ [name]: "smtps://counter:foil%40mail@mail.example:465" });
  expect(secrets).toEqual(expect.arrayContaining(["foil%40mail", "foil@mail"]));
});

test("each key of a list is hidden by itself too", () => {
  expect(listSecrets({ SESSION_KEYS: "b:second, a:first" })).toEqual(expect.arrayContaining(["second", "first"]));
});
