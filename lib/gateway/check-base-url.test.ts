import { expect, test } from "vitest";
import { checkBaseUrl, listBaseUrls } from "./check-base-url.ts";

const ownHost = "localhost:3000";
const hosts = { allowedHosts: [ownHost, "gateway.example"], ownHost };

test("our own address is offered to the sandbox only, whose gateway is there", () => {
  expect(listBaseUrls("demo", hosts)).toEqual(["https://demo-api-gateway.mypos.com", "https://gateway.example"]);
  expect(listBaseUrls("production", hosts)).toEqual(["https://api-gateway.mypos.com", "https://gateway.example"]);
  expect(listBaseUrls("sandbox", hosts)).toContain("http://localhost:3000");
});

test("our own address is refused with one sentence, also below a path", () => {
  for (const baseUrl of ["http://localhost:3000", "https://localhost:3000/sandbox-gateway"]) {
    const problems = checkBaseUrl({ environment: "demo", baseUrl, ...hosts });
    expect(problems.map(({ message }) => message)).toEqual(["This is Counterfoil's own URL. Enter the gateway's."]);
  }
  expect(checkBaseUrl({ environment: "demo", baseUrl: "http://localhost:3001", ...hosts })).not.toEqual([]);
  expect(checkBaseUrl({ environment: "demo", baseUrl: "https://gateway.example", ...hosts })).toEqual([]);
});
