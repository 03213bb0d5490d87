import type { Metadata } from "next";
import { redirect } from "next/navigation";
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
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm">
        <h1 className="pb-1 font-semibold text-2xl">Counterfoil</h1>
        <p className="pb-6 text-muted">The partner desk. Sign in to see your merchants.</p>
        <SignInForm next={next} />
        {sandbox ? (
          <p className="pt-6 text-muted text-xs">
            This desk runs with the sandbox: its accounts were printed by <code className="reference">npm start</code> and stand
            in <code className="reference">sign-in.json</code> in the data folder.
          </p>
        ) : null}
      </div>
    </main>
  );
}
