import type { ReactNode } from "react";

export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-48 text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}
