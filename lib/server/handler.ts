import "server-only";
import type { Runtime } from "#lib/app/runtime.ts";
import type { AnswerOf, Operation, ParameterOf } from "#lib/contract/operation.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import type { AnswerWithStatus } from "./respond.ts";

/** The input of a service: the parameters of the address, and as `input` the JSON body of a change or the query of a read. */
type Question<Path> = { [Name in ParameterOf<Path>]: Name extends "environment" ? Environment : string } & {
  input: unknown;
  idempotencyKey: string | null;
};

export type Received = { request: Request; runtime: Runtime };
export type PublicRequest = Received & { requestId: string; peer: string | null; input: unknown };

/** The result becomes the JSON response; undefined is 204. Most handlers are a service function itself. */
export type StaffHandler<Path, Answer = unknown> = (
  ctx: ServiceContext,
  question: Question<Path>,
  received: Received,
) => Promise<Answer | AnswerWithStatus | Response>;
export type PublicHandler<Answer = unknown> = (request: PublicRequest) => Promise<Answer | Response>;

/** A handler for each operation of a table; those without a role are public. */
export type Handlers<Table> = {
  [Id in keyof Table]: Table[Id] extends Operation
    ? Table[Id]["role"] extends null
      ? PublicHandler<AnswerOf<Table[Id]>>
      : StaffHandler<Table[Id]["path"], AnswerOf<Table[Id]>>
    : never;
};
