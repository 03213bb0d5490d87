import { z } from "zod";
import { schemaNames } from "../schema-names.ts";

export type JsonObject = { [key: string]: unknown };

const prefix = "#/components/schemas/";

/** `{ $ref }` to a named schema. Throws for one without a name. */
export function refTo(schema: z.ZodType): { $ref: string } {
  const name = schemaNames.get(schema)?.id;
  if (name === undefined) throw new Error("This schema has no name. Register it in schemaNames.");
  return { $ref: prefix + name };
}

/** The named schemas that these lead to, as JSON schemas of what is sent (`input`) or answered (`output`). */
export function toJsonSchemas(io: "input" | "output", roots: readonly z.ZodType[]): JsonObject {
  const { schemas } = z.toJSONSchema(schemaNames, {
    io,
    unrepresentable: "any",
    uri: (id) => prefix + id,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
    },
  });
  return pickUsed(schemas, roots.map(refTo));
}

function pickUsed(schemas: JsonObject, roots: unknown): JsonObject {
  const used: JsonObject = {};
  const add = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)/g)) {
      if (name in used) continue;
      const { $schema, $id, ...schema } = schemas[name] as JsonObject;
      used[name] = schema;
      add(schema);
    }
  };
  add(roots);
  return used;
}
