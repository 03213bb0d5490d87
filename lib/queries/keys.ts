/** Every cache key begins with environment and merchant ("*" for all), so that rows of different ones never mix. */
export type Scope = { environment: string; merchant: string | null };

export function scopeKey({ environment, merchant }: Scope): readonly [string, string] {
  return [environment, merchant ?? "*"];
}

/** `/api/{env}` or `/api/{env}/{merchant}`. */
export function scopePath({ environment, merchant }: Scope): string {
  return merchant === null ? `/api/${environment}` : `/api/${environment}/${merchant}`;
}
