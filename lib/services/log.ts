/** The part of pino that services use. Fields carry ids, never bodies, secrets or query strings (docs/security.md, rule 23). */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
