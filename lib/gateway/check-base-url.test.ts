import { expect, test } from "vitest";
import { checkBaseUrl, isAllowedHost, listBaseUrls } from "./check-base-url.ts";

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

test("a host that is listed with the usual port is allowed, with and without it", () => {
  const allowedHosts = ["gateway.example:443"];
  for (const baseUrl of [...listBaseUrls("demo", { allowedHosts }).slice(1), "https://gateway.example"]) {
    expect(checkBaseUrl({ environment: "demo", baseUrl, allowedHosts })).toEqual([]);
    expect(isAllowedHost(baseUrl, allowedHosts)).toBe(true);
  }
  expect(isAllowedHost("https://gateway.example:8443", allowedHosts)).toBe(false);
});
