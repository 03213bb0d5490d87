import { Skeleton } from "@heroui/react";

type Props = { rows: number; label: string; rowClassName?: string };

/** Placeholder lines as high as rows, so that the layout does not shift when they load. */
export function RowsSkeleton({ rows, label, rowClassName = "h-8" }: Props) {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, index) => `row ${index}`).map((key, index) => (
        <div key={key} aria-hidden="true" className={`flex items-center gap-4 px-2 ${rowClassName}`}>
          <Skeleton className={`h-3 rounded ${widths[index % widths.length]}`} />
          <Skeleton className="ml-auto h-3 w-16 rounded" />
        </div>
      ))}
    </div>
  );
}

const widths = ["w-1/3", "w-1/4", "w-2/5", "w-1/3", "w-1/5"];
