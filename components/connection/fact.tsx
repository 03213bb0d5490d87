import type { ReactNode } from "react";

export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="sm:grid sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}
