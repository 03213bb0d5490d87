import type { z } from "zod";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { Role } from "./session.ts";

export type Answer = {
  description: string;
  /** A schema with a name (`names.ts`), or none for an answer without a JSON body. */
  schema?: z.ZodType;
  /** JSON unless told. */
  contentType?: string;
  headers?: Record<string, string>;
};

/** One method of one address of the API. Path parameters stand in braces. */
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
  /** The least role it takes; null: no session. */
  role: Role | null;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A body that it takes: for the document, and for tests that are about what else is refused. */
  example?: unknown;
  /**
   * What administrators limited to a list of merchants may do outside a merchant's address: nothing unless told, or what
   * belongs to their merchants or to themselves.
   */
  forLimitedAdmins?: "narrowed";
  /** A read that writes an audit row, which another site's page must not start. */
  isAudited?: boolean;
  /** Reads lists although it is no GET. */
  isList?: boolean;
  /** 1 MiB unless told. */
  bodyBytesMax?: number;
  /** A form as received from elsewhere, byte by byte, instead of a JSON body. */
  form?: string;
  headers?: readonly { name: string; required: boolean; description: string }[];
  answers: Readonly<Record<number, Answer>>;
  /** Besides those every address of its kind can answer. */
  errors: readonly ErrorCode[];
};

/** The names of a path's parameters. */
export type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** The JSON that an operation answers; nothing where it answers none, anything where it has another form. */
export type AnswerOf<Asked extends Pick<Operation, "answers">> = {
  [Status in keyof Asked["answers"]]: Asked["answers"][Status] extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : Asked["answers"][Status] extends { contentType: string }
      ? unknown
      : // biome-ignore lint/suspicious/noConfusingVoidType: a service that answers nothing is a Promise<void>.
        void;
}[keyof Asked["answers"]];

export const environmentPath = "/api/{environment}";
export const merchantPath = "/api/{environment}/{merchant}";

/** What reading from a merchant's gateway can come to. */
export const gatewayErrors = [
  "not_connected",
  "merchant_refused",
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
