import type { Metadata } from "next";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { JoinForm } from "#components/auth/join-form.tsx";

export const metadata: Metadata = { title: "Join" };

export default function JoinPage() {
  return (
    <AuthCard>
      <JoinForm />
    </AuthCard>
  );
}
