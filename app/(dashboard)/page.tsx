import { redirect } from "next/navigation";
import { requireStaffPage } from "#lib/server/require-staff.ts";

export default async function HomePage() {
  await requireStaffPage();
  redirect("/sandbox");
}
