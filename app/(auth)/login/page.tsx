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
        <div className="flex items-center gap-3 pb-6">
          {/* biome-ignore lint/performance/noImgElement: a local vector needs no image server. */}
          <img src="/icon.svg" alt="" width={36} height={36} />
          <div>
            <h1 className="font-semibold text-xl tracking-tight">Counterfoil</h1>
            <p className="text-muted">The partner desk</p>
          </div>
        </div>
        <div className="rounded-xl border border-border bg-surface p-5 shadow-xs">
          <SignInForm next={next} />
        </div>
        {sandbox ? (
          <p className="px-1 pt-4 text-muted text-xs">
            This desk runs with the sandbox. Its accounts were printed by <code className="reference">npm start</code> and stand
            in <code className="reference">sign-in.json</code> in the data folder.
          </p>
        ) : null}
      </div>
    </main>
  );
}
