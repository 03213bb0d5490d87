import { inspect } from "node:util";

/** A credential, token or session id on its way. Prints "[secret]" however it is printed; `reveal` is the only way in. */
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
