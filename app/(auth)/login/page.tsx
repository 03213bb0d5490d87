import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { AppError } from "#lib/core/errors.ts";
import { findStaff } from "#lib/server/require-staff.ts";
import { getRuntime } from "#lib/server/runtime.ts";
import { toLocalPath } from "#lib/server/to-local-path.ts";

export const metadata: Metadata = { title: "Sign in" };

type Query = { next?: string | string[]; step?: string; problem?: string };

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const next = toLocalPath(query.next);
  if (await findStaff()) redirect(next);
  const { sandbox, signInProvider } = await getRuntime();
  return (
    <AuthCard note={sandbox ? <SandboxNote /> : null}>
      <SignInForm
        next={next}
        owesCode={query.step === "code"}
        providerName={signInProvider?.name}
        problem={providerProblems.get(query.problem ?? "")}
      />
    </AuthCard>
  );
}

/** Of the address only the code is taken, so that nobody writes a sentence onto this page. */
const providerProblems = new Map(
  (["provider_refused", "provider_away"] as const).map((code) => [code as string, new AppError(code).message]),
);

function SandboxNote() {
  return (
    <>
      This desk runs with the sandbox. Its accounts were printed by <code className="reference">npm start</code> and stand in{" "}
      <code className="reference">sign-in.json</code> in the data folder.
    </>
  );
}
