import type { Metadata } from "next";
import { NotFoundNotice } from "#components/layout/not-found-notice.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function DeskNotFound() {
  return <NotFoundNotice />;
}
