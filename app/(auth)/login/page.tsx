import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { findStaff } from "#lib/server/require-staff.ts";
import { getRuntime } from "#lib/server/runtime.ts";
import { toLocalPath } from "./to-local-path.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const next = toLocalPath((await searchParams).next);
  if (await findStaff()) redirect(next);
  const { sandbox } = await getRuntime();
  return (
    <AuthCard note={sandbox ? <SandboxNote /> : null}>
      <SignInForm next={next} />
    </AuthCard>
  );
}

function SandboxNote() {
  return (
    <>
      This desk runs with the sandbox. Its accounts were printed by <code className="reference">npm start</code> and stand in{" "}
      <code className="reference">sign-in.json</code> in the data folder.
    </>
  );
}
