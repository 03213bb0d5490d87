import { NotFoundNotice } from "#components/layout/not-found-notice.tsx";
import { titled } from "#lib/server/titled.ts";

export const generateMetadata = () => titled("notFound");

export default function DashboardNotFound() {
  return <NotFoundNotice />;
}
