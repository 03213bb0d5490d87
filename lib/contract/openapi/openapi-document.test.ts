import { expect, test } from "vitest";
import { operations } from "../operations.ts";
import { createOpenapiDocument } from "./openapi-document.ts";

const document = JSON.parse(JSON.stringify(createOpenapiDocument("https://desk.example")));

type Node = { [key: string]: unknown };
function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  visit(value as Node);
  for (const each of Object.values(value)) walk(each, visit);
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((at, part) => (at as Node | undefined)?.[part], document);
}

test("the document is OpenAPI 3.1 with a server, unique operation ids and an answer for each operation", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.servers).toEqual([{ url: "https://desk.example" }]);
  const ids = operations.map((operation) => operation.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const operation of operations) {
    const described = document.paths[operation.path][operation.method];
    expect(described.operationId).toBe(operation.id);
    const statuses = Object.keys(described.responses);
    expect(statuses.some((status) => /^[23]\d\d$/.test(status))).toBe(true);
    for (const response of Object.values<Node>(described.responses)) expect(response.description).toBeTruthy();
  }
});

test("every parameter of an address is described, once", () => {
  for (const { path, method } of operations) {
    const parameters: { name: string; in: string; required: boolean; schema: unknown }[] =
      document.paths[path][method].parameters ?? [];
    const inPath = parameters.filter((each) => each.in === "path").map((each) => each.name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    expect(new Set(parameters.map((each) => `${each.in} ${each.name}`)).size).toBe(parameters.length);
    for (const each of parameters) expect(each.schema).toBeTypeOf("object");
  }
});

test("every reference leads somewhere, and schemas hold no address of their own", () => {
  const references: string[] = [];
  walk(document, (node) => {
    if (typeof node.$ref === "string") references.push(node.$ref);
    if (typeof node.$id === "string") throw new Error(`$id ${node.$id}`);
  });
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) expect(resolve(reference), reference).toBeTypeOf("object");
});

test("a staff operation says that it takes a session and what a lesser role is answered; a public one takes none", () => {
  const { get, post } = document.paths["/api/session"];
  expect(post.security).toEqual([]);
  expect(get.security).toBeUndefined();
  expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(["200", "401", "403"]));
});

test("filters of the list become query parameters with their limits", () => {
  const { parameters } = document.paths["/api/{environment}/{merchant}/transactions"].get;
  const limit = parameters.find((each: Node) => each.name === "limit");
  expect(limit).toMatchObject({ in: "query", required: false, schema: { minimum: 1, maximum: 500 } });
  expect(parameters.map((each: Node) => each.name)).toEqual(
    expect.arrayContaining(["from", "to", "type", "sign", "currency", "account", "terminal", "amountMin", "amountMax", "order"]),
  );
});

test("an example of a body is one that its operation takes", () => {
  const examples = operations.filter(({ example }) => example !== undefined);
  expect(examples.length).toBeGreaterThan(30);
  for (const { id, body, example } of examples) expect(body?.safeParse(example).error, id).toBeUndefined();
});
