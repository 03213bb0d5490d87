import type { ReactNode } from "react";
import { QueryError, type ReadQuery } from "./query-error.tsx";

type Props<Data> = {
  query: ReadQuery<Data>;
  /** Of the notice when nothing was read yet. */
  failedTitle: string;
  /** Shown until something was read. */
  loading: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a query reads. A later read that fails is reported above; what is shown stays, with what is typed or shown once in it. */
export function Loaded<Data>({ query, failedTitle, loading, children }: Props<Data>) {
  const { data, error } = query;
  return (
    <>
      {error ? (
        <div className={data === undefined ? "" : "pb-3"}>
          <QueryError query={query} title={failedTitle} />
        </div>
      ) : null}
      {data === undefined ? (error ? null : loading) : children(data)}
    </>
  );
}
