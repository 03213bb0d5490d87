import { z } from "zod";
import { type ErrorCode, errorStatus, errorText } from "#lib/core/errors.ts";
import { environments } from "#lib/core/identifiers.ts";
import { errorSchema } from "../error.ts";
import type { Answer, Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import { type JsonObject, refTo, toJsonSchemas } from "./components.ts";

/** OpenAPI 3.1 of every address of the API. `origin` is PUBLIC_ORIGIN. */
export function createOpenapiDocument(origin: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOperationObject(operation) };
  }
  return {
    openapi: "3.1.1",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Counterfoil",
      version: "1.0.0",
      description:
        "The partner dashboard's own interface. JSON unless said. Every change needs an Origin header equal to this server's address.",
    },
    servers: [{ url: origin }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    security: [{ staffSession: [] }],
    paths,
    components: {
      securitySchemes: {
        staffSession: {
          type: "apiKey",
          in: "cookie",
          name: origin.startsWith("https:") ? "__Host-desk" : "desk",
          description: "Set by POST /api/session.",
        },
      },
      schemas: {
        ...toJsonSchemas(
          "input",
          operations.flatMap(({ body }) => body ?? []),
        ),
        ...toJsonSchemas("output", [
          errorSchema,
          ...operations.flatMap(({ answers }) => Object.values(answers).flatMap(({ schema }) => schema ?? [])),
        ]),
      },
    },
  };
}

function toOperationObject(operation: Operation): JsonObject {
  const { id, tag, summary, role, body, example, form } = operation;
  const parameters = toParameters(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(role === null ? { security: [] } : { description: describeRole(operation) }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: refTo(body), example } } } } : {}),
    ...(form ? { requestBody: toFormBody(form) } : {}),
    responses: toResponses(operation),
  };
}

function describeRole({ path, role, forLimitedAdmins }: Operation): string {
  const least = `For staff of the role ${role} or more.`;
  if (role !== "admin" || path.includes("{merchant}")) return least;
  if (forLimitedAdmins === undefined) return `${least} Administrators of some merchants only are refused (403).`;
  return `${least} For administrators of some merchants only, within these.`;
}

function toFormBody(description: string): JsonObject {
  const schema = { type: "object", additionalProperties: { type: "string" } };
  return { required: true, description, content: { "application/x-www-form-urlencoded": { schema } } };
}

function toParameters({ path, query, headers = [] }: Operation): JsonObject[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "environment" ? { type: "string", enum: [...environments] } : { type: "string" },
  }));
  const inHeader = headers.map(({ name, required, description }) => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
  }));
  return [...inPath, ...toQueryParameters(query), ...inHeader];
}

function toQueryParameters(query: z.ZodObject | undefined): JsonObject[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
    },
  });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: required.includes(name), schema }));
}

function toResponses(operation: Operation): JsonObject {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [status, toAnswerObject(answer)]);
  return { ...toErrorResponses(operation), ...Object.fromEntries(answers) };
}

function toAnswerObject({ description, schema, contentType, headers }: Answer): JsonObject {
  const type = contentType ?? (schema ? "application/json" : undefined);
  return {
    description,
    ...(headers ? { headers: mapValues(headers, (text) => ({ description: text, schema: { type: "string" } })) } : {}),
    ...(type ? { content: { [type]: schema ? { schema: refTo(schema) } : {} } } : {}),
  };
}

function mapValues(values: Record<string, string>, change: (value: string) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

function toErrorResponses(operation: Operation): JsonObject {
  const byStatus = Map.groupBy(new Set(errorsOf(operation)), errorStatus);
  const content = { "application/json": { schema: refTo(errorSchema) } };
  const entries = [...byStatus].map(([status, codes]) => [
    String(status),
    { description: codes.map((code) => `\`${code}\`: ${errorText(code)}`).join("\n\n"), content },
  ]);
  return Object.fromEntries(entries);
}

function errorsOf({ method, path, role, query, body, form, isAudited, errors }: Operation): ErrorCode[] {
  const isChange = method !== "get";
  return [
    ...(isAudited ? (["cross_site"] as const) : []),
    ...errors,
    ...(role === null ? [] : (["unauthenticated", "forbidden"] as const)),
    ...(path.includes("{") ? (["not_found"] as const) : []),
    ...(path.includes("{environment}") ? (["environment_closed"] as const) : []),
    ...(query ? (["invalid_input"] as const) : []),
    ...(isChange && form === undefined ? (["cross_site"] as const) : []),
    ...(body ? (["invalid_input", "invalid_json", "not_acceptable_type", "body_too_large"] as const) : []),
    "store_unavailable",
    "internal",
  ];
}
