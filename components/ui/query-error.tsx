import { useTranslations } from "next-intl";
import { ErrorNotice } from "./error-notice.tsx";

/** A read, as `useQuery` returns it. */
export type ReadQuery<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

/** Why a read failed, with a button that reads again. Stands above the data, which stays as it was read before. */
export function QueryError({ query: { data, error, refetch }, title }: { query: ReadQuery<unknown>; title: string }) {
  const t = useTranslations("common");
  return <ErrorNotice title={data === undefined ? title : t("notRefreshed")} error={error} onRetry={() => void refetch()} />;
}
