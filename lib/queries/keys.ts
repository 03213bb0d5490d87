/** Every cache key begins with environment and merchant ("*" for all), so two tabs never show each other's rows. */
export type Scope = { environment: string; merchant: string | null };

export function scopeKey({ environment, merchant }: Scope): readonly [string, string] {
  return [environment, merchant ?? "*"];
}

/** `/api/{env}` or `/api/{env}/{merchant}`. */
export function scopePath({ environment, merchant }: Scope): string {
  return merchant === null ? `/api/${environment}` : `/api/${environment}/${merchant}`;
}
