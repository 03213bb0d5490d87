/** The part of pino that services use. Fields carry ids and hashes, never bodies, secrets or query strings (house.md 5). */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
