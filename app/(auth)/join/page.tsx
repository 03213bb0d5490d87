import { AuthCard } from "#components/auth/auth-card.tsx";
import { JoinForm } from "#components/auth/join-form.tsx";
import { titled } from "#lib/server/titled.ts";

export const generateMetadata = () => titled("join");

export default function JoinPage() {
  return (
    <AuthCard>
      <JoinForm />
    </AuthCard>
  );
}
