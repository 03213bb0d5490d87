import type { z } from "zod";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { Role } from "./role.ts";

export type Answer = {
  description: string;
  /** A schema with a name (`names.ts`), or none for a response without a JSON body. */
  schema?: z.ZodType;
  /** JSON by default. */
  contentType?: string;
  headers?: Record<string, string>;
};

/** One method of one address of the API. Path parameters are in braces. */
export type Operation = {
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  tag:
    | "Session"
    | "Staff"
    | "Merchants"
    | "Overview"
    | "Transactions"
    | "Payments"
    | "Notifications"
    | "Live"
    | "Audit"
    | "Public"
    | "Operations";
  summary: string;
  /** The lowest role with access; null: no session. */
  role: Role | null;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A valid body: for the document, and for tests of other refusals. */
  example?: unknown;
  /**
   * What administrators with a merchant list may do outside a merchant's address: nothing by default, or what
   * belongs to their merchants or to themselves.
   */
  forLimitedAdmins?: "narrowed";
  /** A read that writes an audit row, which another site's page must not start. */
  isAudited?: boolean;
  /** Reads lists although it is not a GET. */
  isList?: boolean;
  /** 1 MiB by default. */
  bodyBytesMax?: number;
  /** A form as received from elsewhere, byte by byte, instead of a JSON body. */
  form?: string;
  headers?: readonly { name: string; required: boolean; description: string }[];
  answers: Readonly<Record<number, Answer>>;
  /** Error codes besides those of every address of its kind. */
  errors: readonly ErrorCode[];
};

/** The names of a path's parameters. */
export type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** The JSON response of an operation; nothing where it has none, unknown where it has another format. */
export type AnswerOf<Asked extends Pick<Operation, "answers">> = {
  [Status in keyof Asked["answers"]]: Asked["answers"][Status] extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : Asked["answers"][Status] extends { contentType: string }
      ? unknown
      : // biome-ignore lint/suspicious/noConfusingVoidType: a service that answers nothing is a Promise<void>.
        void;
}[keyof Asked["answers"]];

/** The most that any operation takes; the front server refuses more before it is read. */
export const largestBodyBytes = 32 * 1_048_576;

export const environmentPath = "/api/{environment}";
export const merchantPath = "/api/{environment}/{merchant}";

/** Errors of reading from a merchant's gateway. */
export const gatewayErrors = [
  "not_connected",
  "merchant_refused",
  "merchant_archived",
  "merchant_waiting",
  "gateway_forbidden",
  "gateway_throttled",
  "gateway_unauthorized",
  "gateway_protocol",
  "gateway_unavailable",
  "gateway_timeout",
] as const satisfies readonly ErrorCode[];

export const idempotencyHeader = {
  name: "Idempotency-Key",
  required: true,
  description: "1 to 255 visible ASCII characters. The same key with the same body acts once and answers the same.",
} as const;

type Declared = Omit<Operation, "id" | "tag" | "errors"> & Partial<Pick<Operation, "errors">>;

/** Operations of one tag by their ids; each keeps its literal types. */
export function defineOperations<const Table extends Record<string, Declared>>(tag: Operation["tag"], table: Table) {
  const operations = Object.entries(table).map(([id, operation]) => [id, { errors: [], ...operation, id, tag }]);
  return Object.fromEntries(operations) as {
    [Id in keyof Table & string]: Table[Id] & Omit<Operation, keyof Table[Id] | "id"> & { id: Id };
  };
}
