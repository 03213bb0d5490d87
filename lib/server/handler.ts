import "server-only";
import type { Operation } from "../contract/operation.ts";
import type { Environment } from "../core/identifiers.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { ServiceContext } from "../services/context.ts";

type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** What a service is asked: the parameters of the address, and the JSON body of a change or the query of a read as `input`. */
type Question<Path> = { [Name in ParameterOf<Path>]: Name extends "environment" ? Environment : string } & {
  input: unknown;
  idempotencyKey: string | null;
};

export type Received = { request: Request; runtime: Runtime };
export type PublicRequest = Received & { requestId: string; peer: string | null; input: unknown };

/** What it returns becomes the JSON answer; undefined is 204. Most are a service as it is. */
export type StaffHandler<Path> = (ctx: ServiceContext, question: Question<Path>, received: Received) => Promise<unknown>;
export type PublicHandler = (request: PublicRequest) => Promise<unknown>;

/** A handler for each operation of a table; those without a role are public. */
export type Handlers<Table> = {
  [Id in keyof Table]: Table[Id] extends Pick<Operation, "path"> & { role: infer Role }
    ? Role extends null
      ? PublicHandler
      : StaffHandler<Table[Id]["path"]>
    : never;
};
