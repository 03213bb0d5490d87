import { z } from "zod";
import { currencySchema, dayOrInstantSchema, zoneSchema } from "./common.ts";
import type { Filter, Filters, FilterValue } from "./filters.ts";
import { rule } from "./texts.ts";

const amountProblem = rule("amount_text_form");

const byKind = {
  day: () => dayOrInstantSchema,
  zone: () => zoneSchema,
  currency: () => currencySchema,
  amount: () => z.string(amountProblem).regex(/^\d{1,15}(?:\.\d{1,4})?$/, amountProblem),
  codes: () => z.string().regex(/^\d{3}(,\d{3})*$/, rule("type_codes_form")),
  slugs: () => z.string().regex(/^[a-z0-9-]{1,41}(,[a-z0-9-]{1,41}){0,49}$/, rule("merchants_form")),
  alert: () => z.uuid(rule("alert_id_form")),
  card: () => z.string().regex(/^\d{4}$/, rule("card_digits_form")),
  text: ({ max, problem }) => z.string().max(max, problem && rule(problem)),
  search: ({ problem, emptyProblem }) => {
    const text = z.string().trim();
    return (emptyProblem === undefined ? text : text.min(1, rule(emptyProblem))).max(255, problem && rule(problem));
  },
  choice: ({ values, problem }) => z.enum(values, problem && rule(problem, { values: values.join(", ") })),
} satisfies { [Kind in Filter["kind"]]: (filter: Extract<Filter, { kind: Kind }>) => z.ZodType };

function toSchema(filter: Filter): z.ZodType {
  const schema = (byKind[filter.kind] as (filter: Filter) => z.ZodType)(filter);
  return "initial" in filter ? schema.default(filter.initial) : schema.optional();
}

type FilterSchema<F extends Filter> = F extends { initial: string }
  ? z.ZodDefault<z.ZodType<FilterValue<F>, FilterValue<F>>>
  : z.ZodOptional<z.ZodType<FilterValue<F>, FilterValue<F>>>;

type Ranges = {
  from?: string | undefined;
  to?: string | undefined;
  amountMin?: string | undefined;
  amountMax?: string | undefined;
};

/** Refuses days and amounts whose end is below their beginning. The order of instants depends on their offsets: `toTimeRange`. */
export function inOrder<Schema extends z.ZodType<Ranges>>(schema: Schema): Schema {
  return schema
    .refine(({ from, to }) => !isDay(from) || !isDay(to) || from <= to, {
      path: ["to"],
      ...rule("days_reversed"),
    })
    .refine(
      ({ amountMin, amountMax }) => amountMin === undefined || amountMax === undefined || Number(amountMin) <= Number(amountMax),
      {
        path: ["amountMax"],
        ...rule("amounts_reversed"),
      },
    );
}

function isDay(text: string | undefined): text is string {
  return text?.length === 10;
}

/** The members of a request's schema. */
export function filterShape<F extends Filters>(filters: F) {
  const shape = Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, toSchema(filter)]));
  return shape as { -readonly [Name in keyof F]: FilterSchema<F[Name]> };
}
