import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { errorMessage } from "#lib/core/errors.ts";
import { findStaff } from "#lib/server/require-staff.ts";
import { getRuntime } from "#lib/server/runtime.ts";
import { titled } from "#lib/server/titled.ts";
import { toLocalPath } from "#lib/server/to-local-path.ts";

export const generateMetadata = () => titled("signIn");

type Query = { next?: string | string[]; step?: string; problem?: string };

export default async function LoginPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const next = toLocalPath(query.next);
  const owesCode = query.step === "code";
  if (!owesCode && (await findStaff())) redirect(next);
  const problem = providerProblems.get(query.problem ?? "");
  const { sandbox, signInProvider } = await getRuntime();
  return (
    <AuthCard note={sandbox ? <SandboxNote /> : null}>
      <SignInForm next={next} owesCode={owesCode} providerName={signInProvider?.name} problem={problem} />
    </AuthCard>
  );
}

/** Reads only an error code from the address, so that a link cannot put its own text on this page. */
const providerProblems = new Map(
  (["provider_refused", "provider_away"] as const).map((code) => [code as string, errorMessage(code)]),
);

async function SandboxNote() {
  const t = await getTranslations("auth");
  return t.rich("sandboxNote", { code: (chunks) => <code className="reference">{chunks}</code> });
}
