import { inspect } from "node:util";

/** A credential, token or session id in memory. Prints "[secret]" however it is printed; only `reveal` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [Symbol.toPrimitive](): string {
    return "[secret]";
  }

  [inspect.custom](): string {
    return "[secret]";
  }
}
