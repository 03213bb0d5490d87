import { afterEach, expect, test, vi } from "vitest";
import { callOperation } from "./call-operation.ts";

const notes = async () => (await import("#lib/contract/note.ts")).noteOperations;
const alerts = async () => (await import("#lib/contract/alert.ts")).alertOperations;
const scope = { environment: "sandbox", merchant: "corner-cafe" };
const note = { id: "n-1", text: "x", author: "a", isMine: true, createdAt: "2026-03-04T10:00:00Z", editedAt: null };

afterEach(() => vi.unstubAllGlobals());

function answerWith(body: unknown) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(body));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("location", { pathname: "/", search: "" });
  return fetched;
}

test("method and address are the operation's, with parameters and query encoded and empty values left out", async () => {
  const fetched = answerWith({ items: [{ ...note, secret: "x" }] });
  const params = { ...scope, merchant: "a/b" };
  expect(await callOperation(notes, "listNotes", { params, query: { reference: "A B", id: null } })).toEqual({ items: [note] });
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    "/api/sandbox/a%2Fb/notes?reference=A+B",
    expect.objectContaining({ method: "GET", body: null }),
  );
});

test("a change sends its body as JSON, with an upper-case method as fetch requires for PATCH", async () => {
  const fetched = answerWith(note);
  await callOperation(notes, "editNote", { params: { ...scope, id: "n-1" }, body: { text: "x" } });
  const [path, { method, body, headers }] = fetched.mock.calls[0] ?? ["", {}];
  expect([path, method, body]).toEqual(["/api/sandbox/corner-cafe/notes/n-1", "PATCH", '{"text":"x"}']);
  expect(headers).toEqual({ "content-type": "application/json" });
});

test("a response that does not match its schema is an error, never shown", async () => {
  answerWith({ items: [{ id: 1 }] });
  await expect(callOperation(notes, "listNotes", { params: scope })).rejects.toThrow();
});

test("a contract that cannot be loaded is a network error, and no request is sent", async () => {
  const fetched = answerWith({});
  const lost = (): ReturnType<typeof alerts> => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  await expect(callOperation(lost, "resolveAlert", { params: { environment: "sandbox", id: "a" } })).rejects.toMatchObject({
    code: "network",
    status: null,
  });
  expect(fetched).not.toHaveBeenCalled();
});
