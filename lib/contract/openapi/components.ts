import { z } from "zod";
import { inputs } from "./named-inputs.ts";
import { outputs } from "./named-outputs.ts";

export type JsonObject = { [key: string]: unknown };

const names = new Map<z.ZodType, string>(Object.entries({ ...inputs, ...outputs }).map(([name, schema]) => [schema, name]));

/** `{ $ref }` to a named schema. Throws for one that has no name here. */
export function refTo(schema: z.ZodType): JsonObject {
  const name = names.get(schema);
  if (name === undefined) throw new Error("This schema has no name in named-inputs.ts or named-outputs.ts.");
  return { $ref: `#/components/schemas/${name}` };
}

export function toJsonSchemas(): JsonObject {
  return { ...toJsonSchema(inputs, "input", "SharedInput"), ...toJsonSchema(outputs, "output", "SharedOutput") };
}

/** zod puts recursive parts beside the named schemas; here they get a name of their own. */
function toJsonSchema(schemas: Record<string, z.ZodType>, io: "input" | "output", shared: string): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id === "__shared" ? shared : id}`,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
    },
  });
  const text = JSON.stringify(made.schemas).replaceAll(`${shared}#/$defs/`, `${shared}/$defs/`);
  const entries = Object.entries(JSON.parse(text) as Record<string, JsonObject>).map(([id, { $schema, $id, ...schema }]) => [
    id === "__shared" ? shared : id,
    schema,
  ]);
  return Object.fromEntries(entries);
}
